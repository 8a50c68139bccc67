# environment: config-version-4
notice(lookup('a'))
