# environment: data-date
notice(lookup('a'))
