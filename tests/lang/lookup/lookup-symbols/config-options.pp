# environment: config-options
notice(lookup('a'))
