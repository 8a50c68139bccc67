$r = stdlib::nested_values([])
