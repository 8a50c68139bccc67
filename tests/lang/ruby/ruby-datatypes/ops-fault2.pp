notice(Dt::Person('x', 1) + 1)
