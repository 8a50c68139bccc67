$a = [1, 2, 3]
notice("sum ${ $a.reduce |$m, $x| { $m + $x } } first ${a[0]} all ${a} last ${a[-1]} ${a[0, 2]}")
