$r0 = seeded_rand_string(5,'x')
notice(String($r0, '%p'))
