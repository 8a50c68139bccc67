deprecation('x', 'y', true)
