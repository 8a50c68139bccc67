function f(Integer $x = 5) { $x }
notice(f(undef))
