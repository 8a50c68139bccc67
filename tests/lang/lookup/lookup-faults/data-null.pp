# environment: data-null
notice(lookup('a'))
