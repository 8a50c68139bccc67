Error('x', 1)
