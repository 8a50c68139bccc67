# environment: site
# hiera: v5.yaml
notice(hiera_hash('nope', {a => 1}))
