# environment: data
notice(lookup('mixed'))
