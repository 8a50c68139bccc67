function f($a, $b = 2) { $a }
notice(f(1, 2, 3))
