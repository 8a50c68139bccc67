type Some = Array[String, 1]
with(1, 'a') |$x = 1, Some *$rest| { notice($x, $rest) }
