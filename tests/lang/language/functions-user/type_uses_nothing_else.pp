function f(Array[String, 1] $x) { $x[0] }
notice(f(['a']))
notice(f([]))
