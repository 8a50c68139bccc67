require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_title', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, title: { type: 'String', desc: 'A.' } })
