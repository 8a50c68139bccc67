$s = Integer[1,10].reverse_each.step(3)
notice(type($s))
notice(Array($s)) 
