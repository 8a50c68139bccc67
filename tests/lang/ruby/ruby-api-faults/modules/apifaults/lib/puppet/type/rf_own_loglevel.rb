require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_loglevel', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, loglevel: { type: 'String', desc: 'A.' } })
