$s = [].reverse_each notice(type($s), $s) 
