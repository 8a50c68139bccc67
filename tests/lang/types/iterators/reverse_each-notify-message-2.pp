$s = [1,2,3].reverse_each notify { x: message => [$s] }
