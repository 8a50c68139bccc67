[1].each |$x| { notice($y) }
