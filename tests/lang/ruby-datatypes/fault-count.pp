notice(Dt::Person())
