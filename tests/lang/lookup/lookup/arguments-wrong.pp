# environment: site
notice(lookup(1))
