require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_alias', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, alias: { type: 'String', desc: 'A.' } })
