# environment: config-empty
notice(lookup('a'))
