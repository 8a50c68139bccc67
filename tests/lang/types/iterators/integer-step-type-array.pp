$s = Integer[1,10].step(3)
notice(type($s))
notice(Array($s))
notice(Array($s))
