require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_before', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, before: { type: 'String', desc: 'A.' } })
