require 'puppet/resource_api'

Puppet::ResourceApi.register_type(desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
