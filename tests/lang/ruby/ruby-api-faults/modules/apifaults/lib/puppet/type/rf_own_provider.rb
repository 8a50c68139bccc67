require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_provider', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, provider: { type: 'String', desc: 'A.' } })
