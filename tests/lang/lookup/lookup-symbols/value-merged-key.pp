# environment: data
notice(lookup('merged_key'))
