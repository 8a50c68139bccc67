notice(fqdn_rand(1000,'a','b','c'))
