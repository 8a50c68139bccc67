require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'Rf_Upper', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
