# environment: data-binary
notice(lookup('a'))
