# environment: two-locations
notice(lookup('a'))
