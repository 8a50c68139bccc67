function f($a = [1, 2].map |$x| { $x + 1 }) { $a }
notice(f())
