function f(Integer $a, String $b) { $a }
notice(f('x', 'y'))
