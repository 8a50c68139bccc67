function mine::f($x) { $x }
notice(::mine::f(3))
