require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_attribute', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, a: 'String' })
