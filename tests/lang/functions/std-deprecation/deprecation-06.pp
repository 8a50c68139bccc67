deprecation('x')
