# environment: data-time
notice(lookup('a'))
