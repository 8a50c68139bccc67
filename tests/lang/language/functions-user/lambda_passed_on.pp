function f(Array $a) { $a.reduce(0) |$m, $x| { $m + $x } }
notice([1, 2, 3].f)
