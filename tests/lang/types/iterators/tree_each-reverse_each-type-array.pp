$s = [1,[2,3]].tree_each.reverse_each notice(type($s))
notice($s)
notice(Array($s))
