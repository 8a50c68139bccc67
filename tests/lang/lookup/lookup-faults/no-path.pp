# environment: no-path
notice(lookup('a'))
