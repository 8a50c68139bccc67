require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_consume', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, consume: { type: 'String', desc: 'A.' } })
