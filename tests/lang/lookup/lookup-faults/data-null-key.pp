# environment: data-null-key
notice(lookup('a'))
