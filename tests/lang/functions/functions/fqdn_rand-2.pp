notice(fqdn_rand(-5))
