require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_behaviour', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'String', desc: 'A.', behaviour: :readonly } })
