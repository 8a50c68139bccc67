# environment: data
notice(lookup('merged_deep'))
