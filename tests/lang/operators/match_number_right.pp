notice('x' =~ 5)
