# environment: data
notice(lookup('fall::a'))
