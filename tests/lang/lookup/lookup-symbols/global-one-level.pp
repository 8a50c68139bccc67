# hiera: global-one-level.yaml
notice(lookup('a'))
