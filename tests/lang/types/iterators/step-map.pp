$s = [1,2,3,4].step(2)
$a = $s.map |$x| {$x}
$b = $s.map |$x| {$x}
notice($a, $b)
