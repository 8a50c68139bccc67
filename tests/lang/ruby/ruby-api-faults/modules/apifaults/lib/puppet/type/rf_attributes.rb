require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_attributes', desc: 'x', attributes: [:a])
