# environment: data
notice(lookup('tagged'))
