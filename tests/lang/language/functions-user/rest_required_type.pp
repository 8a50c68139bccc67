function f(Integer *$rest) { $rest }
notice(f())
