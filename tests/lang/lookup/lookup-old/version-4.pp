# environment: v4
# hiera: nosuch.yaml
notice(lookup('a'), lookup('b'), lookup('c'), lookup('d'))
