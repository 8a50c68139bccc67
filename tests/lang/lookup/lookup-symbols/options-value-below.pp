# environment: options-value-below
notice(lookup('a'))
