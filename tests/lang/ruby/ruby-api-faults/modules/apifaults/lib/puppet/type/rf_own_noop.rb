require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_noop', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, noop: { type: 'String', desc: 'A.' } })
