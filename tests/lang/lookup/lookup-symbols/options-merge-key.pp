# environment: options-merge-key
notice(lookup('a'))
