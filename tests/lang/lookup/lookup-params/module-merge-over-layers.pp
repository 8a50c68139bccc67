# environment: site
notice(lookup('lpm::both'))
