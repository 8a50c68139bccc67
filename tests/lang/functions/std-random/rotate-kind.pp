notice(fqdn_rotate(1))
