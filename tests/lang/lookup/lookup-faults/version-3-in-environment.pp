# environment: version-3-in-environment
notice(lookup('a'))
