function f($a = $b = 10, $c = 3) { $a }
notice(f())
