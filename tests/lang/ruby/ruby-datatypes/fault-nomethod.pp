notice(Dt::Person("a", 1).missing)
