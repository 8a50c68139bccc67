function f(String $a, Array[Integer, 2, 2] *$rest) { $rest }
notice(f('a', 1, 2, 3))
