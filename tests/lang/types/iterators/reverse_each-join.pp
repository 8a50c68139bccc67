$s = [1,2,3,4].reverse_each notice($s.join(','))
