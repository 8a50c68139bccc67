$a = [1]
$b = same::given($a)
same::push($a, 2)
same::push($b, 3)
same::push($b, $a[0])
notice($a, $b)
$h = {'a' => $a}
same::push($h, $h['a'], 'again')
same::push($h['again'], 'deep')
notice($h, $a)
