notice('abc' - 'b')
