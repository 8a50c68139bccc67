require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_both', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'String', desc: 'A.', behaviour: :parameter, behavior: :parameter } })
