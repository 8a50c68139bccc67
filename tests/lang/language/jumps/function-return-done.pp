function f($x) { if $x > 0 { return f($x - 1) } 'done' }
notice(f(3))
