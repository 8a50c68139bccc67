notice(fqdn_rand(1000,{a=>1}), fqdn_rand(1000, 1.5), fqdn_rand(1000, true), fqdn_rand(1000, default), fqdn_rand(1000, Integer), fqdn_rand(1000, [1,[2,undef]]))
