# environment: data
notice(lookup('boolean'))
