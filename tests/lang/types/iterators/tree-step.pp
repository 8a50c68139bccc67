step([1].tree_each, 0)
