type A = Object[{attributes => {a => Integer}}]
function f(A $s) { $s }
f(1)
