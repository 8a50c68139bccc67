require 'puppet/resource_api'

2.times { Puppet::ResourceApi.register_transport(name: 'rf_transport_twice', desc: 'x', connection_info: {}) }
