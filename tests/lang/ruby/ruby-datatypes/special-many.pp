$s = Dt::Special(3, 4)
notice($s.many(1,2,3,4))
