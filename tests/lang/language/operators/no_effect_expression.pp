1 + 2
notice('after')
