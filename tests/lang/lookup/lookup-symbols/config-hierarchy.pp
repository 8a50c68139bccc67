# environment: config-hierarchy
notice(lookup('a'))
