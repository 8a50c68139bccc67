$s = Dt::Special(3, 4)
notice($s.bad)
