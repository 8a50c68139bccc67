# environment: config-unknown-key
notice(lookup('a'))
