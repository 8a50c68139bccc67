function f($a, $b, $c) { "${a}${b}${c}" }
$args = [1, 2, 3]
notice(f(*$args))
notice(f(0, *[1, 2]))
notice(f(*{ 'k' => 'v' }, 2, 3))
