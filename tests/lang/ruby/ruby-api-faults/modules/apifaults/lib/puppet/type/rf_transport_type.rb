require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(name: 'rf_transport_type', desc: 'x', connection_info: { host: { type: 'Nosuch', desc: 'H.' } })
Puppet::ResourceApi.register_type(name: 'rf_transport_type', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
