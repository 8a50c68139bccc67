notice(fqdn_rotate(['a', 'b', 'c', 'd'], 'seed'))
notice(fqdn_rotate('äöü', 1))
notice(fqdn_rotate([]))
notice(fqdn_rotate('x'))
