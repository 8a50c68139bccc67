[1].each |String $facts| { notice($facts) }
