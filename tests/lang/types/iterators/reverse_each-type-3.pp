$s = 0.reverse_each notice(type($s), $s) 
