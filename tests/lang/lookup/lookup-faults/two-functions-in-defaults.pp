# environment: two-functions-in-defaults
notice(lookup('a'))
