# facts: {"networking": {"fqdn": "alpha.example.com"}}
$r0 = fqdn_rotate(['a','b','c'],'x')
notice(String($r0, '%p'))
