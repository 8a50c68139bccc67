function f($a = $a) { $a }
notice(f())
