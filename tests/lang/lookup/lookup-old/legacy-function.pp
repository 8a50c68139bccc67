# environment: legacy
# hiera: nosuch.yaml
notice(lookup('a'), lookup('b'))
