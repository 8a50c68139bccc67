require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_toomany', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'Integer[1, 2, 3]', desc: 'A.' } })
