# environment: data
notice(lookup('merged_hash'))
