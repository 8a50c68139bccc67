$s = [1,2,3,4].reverse_each notice($s.any |$i,$x| {$x>1})
notice($s.any |$i,$x| {$i>5})
notice($s.all |$i,$x| {$x>0})
