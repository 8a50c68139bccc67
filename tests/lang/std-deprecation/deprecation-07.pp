deprecation('x', 1)
