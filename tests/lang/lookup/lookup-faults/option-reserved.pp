# environment: option-reserved
notice(lookup('a'))
