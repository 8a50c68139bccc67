# environment: data
notice(lookup('top_key'))
