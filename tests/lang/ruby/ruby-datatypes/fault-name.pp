notice(Dt::Person(1, 2))
