require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_unknown_parameters', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { type: 'Optional[Nosuchtype[1]]', desc: 'A.' } })
