require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_tag', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, tag: { type: 'String', desc: 'A.' } })
