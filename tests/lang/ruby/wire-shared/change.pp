$a = [1]
$h = {'k' => 1}
notice(shared::change(0, [$a, $a, [$a], [1]]))
notice(shared::change('x', {'x' => $h, 'y' => [$h], 'z' => {'k' => 1}}))
$n = [[2]]
notice(shared::change(0, $n, $n))
