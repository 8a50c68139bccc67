require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(name: 'rf_transport_info', desc: 'x', connection_info: [])
Puppet::ResourceApi.register_type(name: 'rf_transport_info', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
