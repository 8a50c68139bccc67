[1].tree_each.reduce([]) |Integer $x| { $x }
