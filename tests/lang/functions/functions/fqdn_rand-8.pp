notice(fqdn_rand('0x10'), fqdn_rand(' 12'), fqdn_rand('1_0'))
