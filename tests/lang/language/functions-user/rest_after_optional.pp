function f($a = 1, *$b) { [$a, $b] }
notice(f())
notice(f(2))
notice(f(2, 3))
