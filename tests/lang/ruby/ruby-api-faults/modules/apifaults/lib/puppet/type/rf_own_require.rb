require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_require', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, require: { type: 'String', desc: 'A.' } })
