# environment: options-convert
notice(lookup('a'))
