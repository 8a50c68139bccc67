# environment: method-in-path
notice(lookup('a'))
