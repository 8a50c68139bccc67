# environment: site
notice(lookup('lpm::dh.b'))
