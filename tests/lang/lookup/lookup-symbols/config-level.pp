# environment: config-level
notice(lookup('a'))
