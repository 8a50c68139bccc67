# environment: data
notice(lookup('quoted_half'))
