# environment: data
notice(lookup('single_quoted_symbol'))
