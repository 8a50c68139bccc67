# environment: options-merge
notice(lookup('a'))
