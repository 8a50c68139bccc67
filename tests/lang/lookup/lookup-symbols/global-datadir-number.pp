# hiera: global-datadir-number.yaml
notice(lookup('a'))
