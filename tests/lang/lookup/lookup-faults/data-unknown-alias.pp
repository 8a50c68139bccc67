# environment: data-unknown-alias
notice(lookup('a'))
