# environment: site
# hiera: v5.yaml
class lo_d { notice('d') }
hiera_include('nope', ['lo_d'])
