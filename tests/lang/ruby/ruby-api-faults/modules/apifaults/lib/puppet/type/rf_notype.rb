require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_notype', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: { desc: 'A.' } })
