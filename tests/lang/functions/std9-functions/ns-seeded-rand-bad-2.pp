$r = stdlib::seeded_rand('1','x')
