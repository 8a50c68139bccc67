# environment: data-duplicate-keys
notice(lookup('a'))
