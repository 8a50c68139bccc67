function f($facts) { $facts }
notice(f(1))
