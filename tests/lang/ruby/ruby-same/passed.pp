function same::pass($x) { $x }
$a = [1]
$b = same::pass($a)
$c = if true { $a }
$d = $a.then |$x| { $x }
$e = [1, $a][1]
$f = {'k' => $a}['k']
$g = $a.with |$x| { $x }
$h = Sensitive($a)
same::push($b, 2)
notice($b, $c, $d, $e, $f, $g, $h.unwrap)
