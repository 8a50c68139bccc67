notice(fqdn_rand(undef))
