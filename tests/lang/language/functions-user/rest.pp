function f(*$all) { $all }
notice(f())
notice(f(1))
notice(f(1, [2, 3], 'x'))
