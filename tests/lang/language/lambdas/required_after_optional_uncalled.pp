[].each |$y = 1, $x| { notice($y) }
notice('not reached')
