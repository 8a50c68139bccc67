$s = [1,2,3,4].reverse_each $a = $s.map |$x| {$x}
$b = $s.map |$x| {$x}
notice($a, $b)
