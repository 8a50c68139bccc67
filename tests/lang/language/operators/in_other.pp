notice('a' in 5, 1 in undef)
