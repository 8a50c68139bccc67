$r = stdlib::fqdn_rotate(1)
