# environment: data
notice(lookup('list'))
