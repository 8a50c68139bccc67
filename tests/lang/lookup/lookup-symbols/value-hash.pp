# environment: data
notice(lookup('hash'))
