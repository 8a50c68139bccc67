function f(Variant[Init[Integer], Boolean] $x) { $x }
notice(f('3'))
f('x')
