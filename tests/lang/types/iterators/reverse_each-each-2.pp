$s = [[1,2],[3,4]].reverse_each $s.each |$a,$b| { notice("$a-$b") }
