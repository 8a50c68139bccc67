function f($x) { $a::b = 2 }
f(1)
