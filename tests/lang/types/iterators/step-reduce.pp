$s = [1,2,3,4].step(2)
notice($s.reduce |$m,$x| {$m+$x})
notice($s.reduce |$m,$x| {$m+$x})
