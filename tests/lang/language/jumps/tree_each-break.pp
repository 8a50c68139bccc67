notice([1,[2]].tree_each |$x| { notice($x) break() })
