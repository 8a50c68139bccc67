notice(Array[String, 'x'])
