function f(Nothing::There $x) { $x }
f(1)
