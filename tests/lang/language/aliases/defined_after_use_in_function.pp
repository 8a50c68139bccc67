function f(MyA $x) { $x }
notice(f(3))
type MyA = Integer
