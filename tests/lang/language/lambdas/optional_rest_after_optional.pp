with(1, 'a') |$x = 1, Array[String, 0, 2] *$rest| { notice($rest) }
with() |$x = 1, Array[String] *$rest| { notice($x, $rest) }
with(1, 'a') |$x, Array[String, 1] *$rest| { notice($x, $rest) }
