notice(join([1], 5))
