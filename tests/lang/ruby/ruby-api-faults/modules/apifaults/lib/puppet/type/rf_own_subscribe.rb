require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_subscribe', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, subscribe: { type: 'String', desc: 'A.' } })
