# environment: data
notice(lookup('spaces'))
