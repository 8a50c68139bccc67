# environment: site
notice(lookup('lpm::env'))
