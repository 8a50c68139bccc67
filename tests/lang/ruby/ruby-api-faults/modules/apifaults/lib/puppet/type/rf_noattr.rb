require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_noattr', desc: 'x', attributes: {})
