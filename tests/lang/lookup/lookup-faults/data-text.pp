# environment: data-text
notice(lookup('a'))
