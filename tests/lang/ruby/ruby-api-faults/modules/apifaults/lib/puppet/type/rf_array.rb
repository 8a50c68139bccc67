require 'puppet/resource_api'

Puppet::ResourceApi.register_type([:name, 'x'])
