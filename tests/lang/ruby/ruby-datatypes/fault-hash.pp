notice(Dt::Person({name => 1}))
