$a = [1]
$h = {'k' => $a}
notice(shared::places([$a, $a, $h, $h['k'], [1]]))
notice(shared::places($a, $a, $h))
notice(shared::yaml({'x' => $h, 'y' => [$a, $h], 'z' => [1]}))
