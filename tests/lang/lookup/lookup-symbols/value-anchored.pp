# environment: data
notice(lookup('anchored'))
