# environment: options-entry
notice(lookup('a'))
