require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_ensure', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, ensure: { type: 'Enum[present, absent, purged]', desc: 'E.' } })
