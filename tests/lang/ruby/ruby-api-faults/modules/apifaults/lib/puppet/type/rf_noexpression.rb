require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_noexpression', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: '1 + 1', desc: 'A.' } })
