# environment: data-missing-file
notice(lookup('a'))
