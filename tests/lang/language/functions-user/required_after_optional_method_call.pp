function g($x = 1, $y) { notice($y) }
notice('defined')
1.g(2)
