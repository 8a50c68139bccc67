$s = [1,2,3].reverse_each notify { $s: }
