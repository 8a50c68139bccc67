require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_default_proc', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'Integer', desc: 'A.', default: proc { 1 } } })
