# environment: data-directory
notice(lookup('a'))
