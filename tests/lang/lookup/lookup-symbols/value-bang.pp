# environment: data
notice(lookup('bang'))
