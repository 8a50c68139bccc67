# environment: data-float-tag
notice(lookup('a'))
