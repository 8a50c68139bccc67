# environment: data
notice(lookup('empty_double'))
