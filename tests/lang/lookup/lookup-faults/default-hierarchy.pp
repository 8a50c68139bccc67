# environment: default-hierarchy
notice(lookup('a'))
