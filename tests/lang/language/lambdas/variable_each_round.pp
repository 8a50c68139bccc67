[1, 2].each |$x| { $y = $x * 2 notice($y) }
