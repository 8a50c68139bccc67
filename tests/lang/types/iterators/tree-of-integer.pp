notice(5.tree_each)
