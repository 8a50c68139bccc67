# environment: config-keys
notice(lookup('a'))
