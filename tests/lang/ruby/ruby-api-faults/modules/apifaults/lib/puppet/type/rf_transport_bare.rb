require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(name: 'rf_transport_bare', desc: 'x', connection_info: { host: { type: 'String' } })
Puppet::ResourceApi.register_type(name: 'rf_transport_bare', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
