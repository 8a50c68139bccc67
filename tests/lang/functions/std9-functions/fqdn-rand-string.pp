# facts: {"networking": {"fqdn": "alpha.example.com"}}
$r0 = fqdn_rand_string(5)
notice(String($r0, '%p'))
