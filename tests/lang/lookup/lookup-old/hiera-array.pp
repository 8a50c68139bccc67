# environment: site
# hiera: v5.yaml
notice(hiera_array('list'))
