# environment: v4-twice
# hiera: nosuch.yaml
notice(lookup('a'))
