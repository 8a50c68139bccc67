# environment: config-name
notice(lookup('a'))
