function f($x = 1, Array[String, 1] *$rest) { notice($rest) }
notice('defined')
f(1, 'a')
