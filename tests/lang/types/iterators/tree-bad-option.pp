notice([1,2].tree_each({foo=>1}))
