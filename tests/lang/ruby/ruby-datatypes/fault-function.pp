notice(Dt::Person("a", 1).greet(1))
