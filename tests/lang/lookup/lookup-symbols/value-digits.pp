# environment: data
notice(lookup('digits'))
