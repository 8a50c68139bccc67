# environment: config-unknown-value
notice(lookup('a'))
