# environment: options-array
notice(lookup('a'))
