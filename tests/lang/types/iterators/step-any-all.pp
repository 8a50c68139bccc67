$s = [1,2,3,4].step(2)
notice($s.any |$x| {$x>1})
notice($s.any |$x| {$x>1})
notice($s.all |$x| {$x>1})
