# hiera: global-merge.yaml
notice(lookup('a'))
