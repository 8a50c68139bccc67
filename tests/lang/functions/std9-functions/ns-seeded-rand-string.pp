$r0 = stdlib::seeded_rand_string(10,'x')
notice(String($r0, '%p'))
$r1 = stdlib::seeded_rand_string(10,'x','ab')
notice(String($r1, '%p'))
