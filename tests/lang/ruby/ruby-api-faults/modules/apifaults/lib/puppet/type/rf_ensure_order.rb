require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_ensure_order', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, ensure: { type: 'Enum[absent, present]', desc: 'E.' } })
