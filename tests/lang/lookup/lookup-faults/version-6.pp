# environment: version-6
notice(lookup('a'))
