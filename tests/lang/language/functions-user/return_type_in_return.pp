function f($x) >> String { return($x) }
notice(f('a'))
notice(f(3))
