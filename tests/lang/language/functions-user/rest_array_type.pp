function f(Array[Integer] *$rest) { $rest }
notice(f([1], [2, 3]))
notice(f(1))
