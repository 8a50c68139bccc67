# environment: name-twice
notice(lookup('a'))
