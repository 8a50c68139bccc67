# environment: data
notice(lookup('slash'))
