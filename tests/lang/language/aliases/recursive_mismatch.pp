type A = Variant[String, Array[A]]
function f(A $x) { $x }
notice(f(['a', ['b']]))
notice(f(['a', [1]]))
