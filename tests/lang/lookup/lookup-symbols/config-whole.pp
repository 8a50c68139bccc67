# environment: config-whole
notice(lookup('a'))
