notice([].tree_each.map |$x| {$x}, {}.tree_each({include_root=>false}).map |$x| {$x})
