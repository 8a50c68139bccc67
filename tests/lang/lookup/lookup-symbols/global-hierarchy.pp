# hiera: global-hierarchy.yaml
notice(lookup('a'))
