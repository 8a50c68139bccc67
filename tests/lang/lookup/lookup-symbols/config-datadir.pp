# environment: config-datadir
notice(lookup('a'))
