# environment: site
notice(String(lookup({name => 'nope', default_value => [1], value_type => Array[Integer]}), '%p'))
