notice('x') }
