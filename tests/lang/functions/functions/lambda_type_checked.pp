['a', 1].each |String $s| { notice($s) }
