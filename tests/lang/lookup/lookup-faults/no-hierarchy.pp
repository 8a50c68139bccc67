# environment: no-hierarchy
notice(lookup('a'))
