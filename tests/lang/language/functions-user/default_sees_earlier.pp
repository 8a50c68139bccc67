function f($a, $b = $a + 1, $c = "${a}-${b}") { [$a, $b, $c] }
notice(f(1))
notice(f(1, 5))
notice(f(1, 5, 'z'))
