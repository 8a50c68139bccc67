# environment: data-regexp
notice(lookup('a'))
