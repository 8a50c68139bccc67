notice(Dt::Person("a", 1).age(3))
