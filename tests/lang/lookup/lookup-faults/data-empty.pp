# environment: data-empty
notice(lookup('a'))
