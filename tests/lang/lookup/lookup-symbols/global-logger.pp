# hiera: global-logger.yaml
notice(lookup('a'))
