# environment: config-function
notice(lookup('a'))
