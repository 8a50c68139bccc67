$s = 10.step(4)
notice(type($s))
notice(Array($s))
notice($s) 
