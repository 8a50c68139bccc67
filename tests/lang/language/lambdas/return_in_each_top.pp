[1, 2].each |$x| { if $x == 2 { return() } notice($x) }
notice('after')
