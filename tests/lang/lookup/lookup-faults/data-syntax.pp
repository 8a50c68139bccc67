# environment: data-syntax
notice(lookup('a'))
