notice('x' =~ Init[Boolean, 'x'])
