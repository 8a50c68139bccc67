$s = [1,2,3].reverse_each notice($s in [[1]], 3 in $s)
