$s = Dt::Special(3, 4)
notice(Dt::Special({a => 1, c => 2, k => 3}))
