$s = [1,2,3].reverse_each notice($s.with |*$x| { $x })
