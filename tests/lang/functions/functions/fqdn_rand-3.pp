notice(fqdn_rand('x'))
