function twice($x, $n = 2) { $x * $n }
notice(4.twice, 4.twice(5))
