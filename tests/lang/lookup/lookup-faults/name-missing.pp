# environment: name-missing
notice(lookup('a'))
