# environment: data
notice(lookup('symbol_in_key'))
