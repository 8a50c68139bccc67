# hiera: global.yaml
notice(lookup('a'))
