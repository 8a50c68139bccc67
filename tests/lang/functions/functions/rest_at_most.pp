function f(Array[Integer, 1, 2] *$rest) { $rest }
notice(f(1), f(1,2))
notice(f(1,2,3))
