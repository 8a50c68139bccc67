function f(*$rest = [7, 8]) { $rest }
notice(f())
notice(f(1))
