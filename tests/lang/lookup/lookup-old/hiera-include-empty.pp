# environment: site
# hiera: v5.yaml
hiera_include('empty')
notice('done')
