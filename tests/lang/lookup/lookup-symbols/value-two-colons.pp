# environment: data
notice(lookup('two_colons'))
