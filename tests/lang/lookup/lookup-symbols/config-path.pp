# environment: config-path
notice(lookup('a'))
