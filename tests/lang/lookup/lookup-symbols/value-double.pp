# environment: data
notice(lookup('double'))
