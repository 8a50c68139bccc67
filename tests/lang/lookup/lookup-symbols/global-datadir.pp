# hiera: global-datadir.yaml
notice(lookup('a'))
