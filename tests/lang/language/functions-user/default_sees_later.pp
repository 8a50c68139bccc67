function f($a = $b, $b = 2) { [$a, $b] }
notice(f())
