# environment: config-paths
notice(lookup('a'))
