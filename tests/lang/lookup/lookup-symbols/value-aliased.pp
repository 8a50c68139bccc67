# environment: data
notice(lookup('aliased'))
