# environment: data
notice(lookup('interpolation'))
