# environment: v4-type
# hiera: nosuch.yaml
notice(lookup('a'))
