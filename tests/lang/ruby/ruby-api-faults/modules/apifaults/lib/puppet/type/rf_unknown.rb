require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_unknown', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'Nosuch::Type', desc: 'A.' } })
