# environment: option-reserved-in-defaults
notice(lookup('a'))
