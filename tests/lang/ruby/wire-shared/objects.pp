type Pair = Object[{attributes => {a => Any, b => Any}}]
$i = [1]
$p = Pair($i, $i)
notice(shared::places([$p.a, $p.b, $i]))
notice(shared::places([Error('x', undef, undef, $i).issue_code, 1]))
