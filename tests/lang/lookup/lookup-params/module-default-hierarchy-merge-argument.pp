# environment: site
notice(lookup('lpm::dh', {merge => 'first'}))
