# environment: site
# hiera: global.yaml
class lg($p) { notice($p) }
include lg
