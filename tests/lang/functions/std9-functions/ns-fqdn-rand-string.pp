# facts: {"networking": {"fqdn": "alpha.example.com"}}
$r0 = stdlib::fqdn_rand_string(10)
notice(String($r0, '%p'))
$r1 = stdlib::fqdn_rand_string(10,'abc')
notice(String($r1, '%p'))
$r2 = stdlib::fqdn_rand_string(10,'','x',3,[1])
notice(String($r2, '%p'))
$r3 = stdlib::fqdn_rand_string(10,undef,'x')
notice(String($r3, '%p'))
