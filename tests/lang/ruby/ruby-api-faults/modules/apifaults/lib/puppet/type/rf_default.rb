require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_default', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'Integer', desc: 'A.', default: 'many' } })
