# environment: data
notice(lookup('nested'))
