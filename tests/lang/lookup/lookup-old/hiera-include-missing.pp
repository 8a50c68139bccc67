# environment: site
# hiera: v5.yaml
hiera_include('nope')
