$s = [1,[2,3]].tree_each notice($s.map |$x| {$x})
notice($s.map |$i,$x| {[$i,$x]})
