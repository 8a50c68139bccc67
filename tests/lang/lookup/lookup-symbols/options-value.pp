# environment: options-value
notice(lookup('a'))
