notice([1,[2]].tree_each({include_root=>false}) |$p,$v| { notice("$p") })
