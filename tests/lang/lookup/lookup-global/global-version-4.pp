# environment: site
# hiera: v4.yaml
notice(lookup('a'))
