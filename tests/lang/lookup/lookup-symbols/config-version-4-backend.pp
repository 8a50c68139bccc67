# environment: config-version-4-backend
notice(lookup('a'))
