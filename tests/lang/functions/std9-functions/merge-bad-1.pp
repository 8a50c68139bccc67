$r = merge(1)
