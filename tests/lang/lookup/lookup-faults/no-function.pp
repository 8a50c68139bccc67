# environment: no-function
notice(lookup('a'))
