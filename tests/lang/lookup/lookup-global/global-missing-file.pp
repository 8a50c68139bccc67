# environment: site
# hiera: nosuch.yaml
notice(lookup('a'))
