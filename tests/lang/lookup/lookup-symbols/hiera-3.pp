# environment: data
notice(hiera('value'))
