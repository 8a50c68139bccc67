function f($x) { $x = 2 }
f(1)
