function f($x) >> Integer[0, 10] { $x }
notice(f(40))
