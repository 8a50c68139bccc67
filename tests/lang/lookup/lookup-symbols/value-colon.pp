# environment: data
notice(lookup('colon'))
