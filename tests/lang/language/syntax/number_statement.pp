5
notice('x')
