$s = Dt::Special(3, 4)
notice($s.twice |$x| { fail("inside ${x}") })
