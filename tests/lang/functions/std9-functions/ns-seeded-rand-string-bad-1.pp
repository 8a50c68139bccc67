$r = stdlib::seeded_rand_string(10,'x','a')
