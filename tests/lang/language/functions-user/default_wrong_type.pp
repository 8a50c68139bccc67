function f(Integer $a = 'one') { $a }
notice(f())
