$s = [1,[2,3]].tree_each.step(2)
notice(type($s))
notice($s)
notice(Array($s))
