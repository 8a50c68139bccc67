$s = [1,2,3].reverse_each $s.reverse_each |$x| { notice($x) } $s.step(2) |$x| { notice("s$x") }
