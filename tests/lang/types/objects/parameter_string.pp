type A = Object[{attributes => {a => Integer}}]
$x = A(1)
function f(String $s) { $s }
f($x)
