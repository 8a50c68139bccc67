# environment: version-text
notice(lookup('a'))
