notice('x' =~ Init[Collection])
