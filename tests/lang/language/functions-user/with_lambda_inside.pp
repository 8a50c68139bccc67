function f(Array $a) { $a.map |$x| { $x * 2 } }
notice(f([1, 2]))
