# environment: data
notice(lookup('fall::b'))
