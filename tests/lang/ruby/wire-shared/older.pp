$a = [1]
$h = {'k' => $a, 'l' => $a}
notice(shared_places($a, $a, [$a, $a], $h, $h)[0])
notice(shared::places(shared_places($a)))
notice(shared_places([], [], $a + $a)[0])
