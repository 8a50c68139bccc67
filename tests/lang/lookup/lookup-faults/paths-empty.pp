# environment: paths-empty
notice(lookup('a'))
