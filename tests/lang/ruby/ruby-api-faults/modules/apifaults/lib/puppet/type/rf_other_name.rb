require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_something_else', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
