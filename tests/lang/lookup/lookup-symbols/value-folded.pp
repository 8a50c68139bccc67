# environment: data
notice(lookup('folded'))
