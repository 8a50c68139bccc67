# environment: site
# hiera: global.yaml
notice(lookup('gr'))
