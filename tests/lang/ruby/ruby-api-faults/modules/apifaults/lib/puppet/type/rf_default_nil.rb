require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_default_nil', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'Optional[Integer]', desc: 'A.', default: nil } })
