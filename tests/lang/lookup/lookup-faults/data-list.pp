# environment: data-list
notice(lookup('a'))
