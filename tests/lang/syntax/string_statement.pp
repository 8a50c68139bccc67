'forgotten'
notice('x')
