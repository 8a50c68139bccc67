require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: :rf_symbol, desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
