$s = 5.reverse_each $a = $s.map |$x| {$x}
$b = $s.map |$x| {$x}
notice($a, $b)
