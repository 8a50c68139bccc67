# environment: data
notice(lookup('merged_unique'))
