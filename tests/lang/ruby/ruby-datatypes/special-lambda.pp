$s = Dt::Special(3, 4)
notice($s.twice |$x, $y| { 1 })
