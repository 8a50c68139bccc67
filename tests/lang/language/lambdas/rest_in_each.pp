[[1, 2], [3, 4]].each |*$x| { notice($x) }
