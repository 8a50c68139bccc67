# environment: data
notice(lookup('with_hash'))
