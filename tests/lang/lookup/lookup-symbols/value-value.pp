# environment: data
notice(lookup('value'))
