notice([1, 2].reduce |$m, $x, $y| { $m })
