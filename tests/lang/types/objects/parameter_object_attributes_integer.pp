type A = Object[{attributes => {a => Integer}}]
type B = Object[{attributes => {a => Integer}}]
function f(A $s) { $s }
f(B(1))
