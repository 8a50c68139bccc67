require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(name: 'rf_transport_order', desc: 'x', connection_info: { host: { type: 'String', desc: 'H.' } }, connection_info_order: 'host')
Puppet::ResourceApi.register_type(name: 'rf_transport_order', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
