$r = stdlib::sort_by([1])
