require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(name: 'rf_transport_nodesc', connection_info: {})
Puppet::ResourceApi.register_type(name: 'rf_transport_nodesc', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
