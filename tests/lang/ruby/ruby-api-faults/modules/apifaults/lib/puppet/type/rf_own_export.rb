require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_export', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, export: { type: 'String', desc: 'A.' } })
