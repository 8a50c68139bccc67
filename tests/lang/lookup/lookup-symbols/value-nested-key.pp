# environment: data
notice(lookup('nested_key'))
