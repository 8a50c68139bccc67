# environment: site
# hiera: v5.yaml
class lo_one { notice('one') } class lo_two { notice('two') }
hiera_include('classes')
