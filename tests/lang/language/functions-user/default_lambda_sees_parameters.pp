function f($n, $a = [1, 2].map |$x| { $x + $n }) { $a }
notice(f(10))
