$s = 'abc'.reverse_each notice(type($s))
notice(Array($s))
notice($s)
