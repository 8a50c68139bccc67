require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(name: 'rf_transport', desc: 'x', connection_info: { host: { type: 'String', desc: 'H.' } })
Puppet::ResourceApi.register_type(name: 'rf_transport', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
