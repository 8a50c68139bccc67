require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(name: 'rf_transport_noinfo', desc: 'x')
Puppet::ResourceApi.register_type(name: 'rf_transport_noinfo', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
