with() |$x = 1, Array[String, 1] *$rest| { notice($rest) }
