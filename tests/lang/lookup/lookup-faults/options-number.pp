# environment: options-number
notice(lookup('a'))
