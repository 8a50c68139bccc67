# environment: two-functions
notice(lookup('a'))
