function f($a = 1, $b) { }
f(1, 2)
