# environment: data
notice(lookup('hash.a'))
