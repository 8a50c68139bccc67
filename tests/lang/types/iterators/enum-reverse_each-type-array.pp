$s = Enum[b,a,c].reverse_each notice(type($s))
notice(Array($s))
notice($s)
