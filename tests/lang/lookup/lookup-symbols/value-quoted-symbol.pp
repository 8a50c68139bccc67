# environment: data
notice(lookup('quoted_symbol'))
