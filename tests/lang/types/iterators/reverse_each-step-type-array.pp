$s = [1,2,3,4,5].reverse_each.step(2)
notice(type($s))
notice(Array($s))
notice(Array($s))
