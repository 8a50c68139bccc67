[1].each |$x| { $y = $x }
notice($y)
