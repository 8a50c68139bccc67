$s = [1,2,3,4].reverse_each notice($s.slice(2))
notice($s.slice(3) |$x| { notice($x) })
