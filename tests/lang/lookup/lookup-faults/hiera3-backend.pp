# environment: hiera3-backend
notice(lookup('a'))
