$s = [1,[2,3]].tree_each notice($s.filter |$x| {true}) 
