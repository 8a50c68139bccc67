# hiera: uri.yaml
notice(lookup('a'))
