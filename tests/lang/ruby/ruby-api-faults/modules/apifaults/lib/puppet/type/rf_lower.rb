require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_lower', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'string', desc: 'A.' } })
