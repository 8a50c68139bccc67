# environment: data
notice(lookup('dashes'))
