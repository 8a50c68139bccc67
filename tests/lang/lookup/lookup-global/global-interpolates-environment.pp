# environment: site
# hiera: global.yaml
notice(lookup('from_env'))
