notice(type(fqdn_rand(30)))
