$r0 = seeded_rand(10,'x')
notice(String($r0, '%p'))
