function f(Init[Integer] $x) { Integer($x) + 1 }
notice(f('3'))
f('x')
