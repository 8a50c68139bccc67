# environment: site
# hiera: empty.yaml
notice(lookup('a'))
