# environment: data-unknown-tag
notice(lookup('a'))
