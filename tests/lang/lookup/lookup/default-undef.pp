# environment: site
notice(String(lookup('nope', undef, undef, undef), '%p'))
