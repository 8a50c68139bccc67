$s = [1,2,3].reverse_each notice([0] + $s)
