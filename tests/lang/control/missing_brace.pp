if true { notice('x')
