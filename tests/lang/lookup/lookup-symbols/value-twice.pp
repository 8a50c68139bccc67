# environment: data
notice(lookup('twice'))
