# environment: data
notice(lookup('literal'))
