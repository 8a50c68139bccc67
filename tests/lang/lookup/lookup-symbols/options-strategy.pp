# environment: options-strategy
notice(lookup('a'))
