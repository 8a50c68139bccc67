# environment: options-empty
notice(lookup('a'))
