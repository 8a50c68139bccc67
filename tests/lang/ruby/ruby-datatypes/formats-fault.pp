notice(String(Dt::Person('a', 1), '%d'))
