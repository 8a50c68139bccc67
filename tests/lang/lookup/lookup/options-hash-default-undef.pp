# environment: site
notice(String(lookup({name => 'nope', default_value => undef}), '%p'))
