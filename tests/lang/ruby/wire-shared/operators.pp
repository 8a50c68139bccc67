$a = [1]
$b = [$a]
$h = {'k' => $a}
notice(shared::places([$a, $a + [], $a - [], $b + [], $b << 2, $b - [2]]))
notice(shared::places([$h, $h + {}, $h - ['x'], $h + {'l' => $a}]))
notice(shared::places([$b, $b[0], $b[0, 1], $b[0, -1], $h['k']]))
notice(shared::places([*$b, *$b, [*$b]]))
notice(shared::places([$a ? { Array => $a, default => 1 }, if true { $a }, case 1 { 1: { $a } }]))
notice(shared::places([$h + [['l', $a]]]))
