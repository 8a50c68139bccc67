# environment: site
# hiera: global.yaml
notice(lookup('m'))
