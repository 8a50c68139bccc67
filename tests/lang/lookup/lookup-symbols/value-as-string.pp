# environment: data
notice(lookup('as_string'))
