notice([1,2].tree_each({container_type=>Integer}))
