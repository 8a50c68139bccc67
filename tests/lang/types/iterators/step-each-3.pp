$s = [1,2,3].step(2) $s.each |$x| { notice($x) }
notice($s) $s.each |$x| { notice("again $x") }
