notice(Dt::Plain("a", 0))
