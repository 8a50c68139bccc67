notice(lookup('elsewhere', { default_value => 'd' }))
