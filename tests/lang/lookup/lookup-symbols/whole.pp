# environment: whole
notice(lookup('a'))
