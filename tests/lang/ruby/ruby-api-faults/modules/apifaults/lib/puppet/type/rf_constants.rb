require 'puppet/resource_api'

DEFINITION = { name: 'rf_constants', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } } }.freeze
Puppet::ResourceApi.register_type(DEFINITION)
