# environment: option-name
notice(lookup('a'))
