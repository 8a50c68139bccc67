require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_ensure_string', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, ensure: { type: 'String', desc: 'E.' } })
