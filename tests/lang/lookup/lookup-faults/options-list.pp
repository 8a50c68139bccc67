# environment: options-list
notice(lookup('a'))
