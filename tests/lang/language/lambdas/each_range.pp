Integer[2, 4].each |$x| { notice($x) }
