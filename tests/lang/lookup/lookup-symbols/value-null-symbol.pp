# environment: data
notice(lookup('null_symbol'))
