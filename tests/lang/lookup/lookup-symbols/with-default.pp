# environment: data
notice(lookup('value', { default_value => 'x' }))
