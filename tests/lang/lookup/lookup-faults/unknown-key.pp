# environment: unknown-key
notice(lookup('a'))
