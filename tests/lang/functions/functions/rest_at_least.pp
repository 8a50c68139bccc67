function f(String $a, Array[Integer, 1, 2] *$rest) { $rest }
notice(f('a'))
