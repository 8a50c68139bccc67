# environment: data-boolean-key
notice(lookup('a'))
