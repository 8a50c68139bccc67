function mine::deep::f($x) { $x }
notice(mine::deep::f(3))
