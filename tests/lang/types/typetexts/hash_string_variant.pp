type A = Hash[String, Variant[A, Integer]]
notice(A)
function f(A $x) { }
f({a => {b => 'x'}})
