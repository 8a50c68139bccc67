map([1].tree_each)
