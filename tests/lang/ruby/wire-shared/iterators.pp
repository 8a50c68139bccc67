$a = [1]
$b = [$a, $a]
notice(shared::places($b, $b.reverse_each.map |$x| { $x }, $b.step(1).map |$x| { $x }))
$b.each |$i, $x| { notice(shared::places($x, $b)) }
{'k' => $a, 'l' => $a}.each |$x| { notice(shared::places($x, $a)) }
