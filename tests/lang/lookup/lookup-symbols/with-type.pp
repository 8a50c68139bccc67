# environment: data
notice(lookup('value', String))
