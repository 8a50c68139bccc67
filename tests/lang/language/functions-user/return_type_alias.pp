type Small = Integer[0, 3]
function f($x) >> Small { $x }
notice(f(2))
notice(f(7))
