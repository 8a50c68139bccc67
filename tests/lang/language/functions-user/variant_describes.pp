function f(Variant[Integer, Enum['a', 'b']] $x) { $x }
notice(f(1), f('a'))
notice(f('c'))
