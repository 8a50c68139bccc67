$a = [1, 2]
$b = $a + []
$c = $a[0, 2]
$d = [$a, $a]
$e = $a.map |$x| { $x }
$f = $a.filter |$x| { true }
$g = unique($a)
$h = flatten([$a])
same::push($a, 9)
notice($a, $b, $c, $d, $e, $f, $g, $h)
$k = {'a' => $a}
$l = $k + {}
$m = {'a' => $a}
$n = $k.filter |$key, $v| { true }
same::push($k, 1, 'new')
same::push($k['a'], 10)
notice($k, $l, $m, $n)
