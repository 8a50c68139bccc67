notice('x' + 1)
