# environment: config-defaults
notice(lookup('a'))
