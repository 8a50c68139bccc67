require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_attributes_nil', desc: 'x', attributes: nil)
