# environment: data
notice(lookup('single'))
