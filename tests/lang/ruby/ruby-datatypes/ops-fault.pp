notice(Dt::Person('x', 1) < Dt::Person('y', 2))
