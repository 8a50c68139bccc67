$a = same::keeper('one')
$h = {'list' => $a}
$b = same::keeper('two')
same::push($a, 'three')
notice($a, $b, $h, same::keeper())
