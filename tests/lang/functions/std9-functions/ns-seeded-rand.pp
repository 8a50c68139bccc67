$r0 = stdlib::seeded_rand(100,'x')
notice(String($r0, '%p'))
