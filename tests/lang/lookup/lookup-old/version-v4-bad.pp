# environment: v4-bad
# hiera: nosuch.yaml
notice(lookup('a'))
