$s = [1].tree_each notice(type($s))
