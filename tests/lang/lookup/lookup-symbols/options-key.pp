# environment: options-key
notice(lookup('a'))
