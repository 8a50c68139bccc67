require 'puppet/resource_api'

Puppet::ResourceApi.register_transport('x')
Puppet::ResourceApi.register_type(name: 'rf_transport_text', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
