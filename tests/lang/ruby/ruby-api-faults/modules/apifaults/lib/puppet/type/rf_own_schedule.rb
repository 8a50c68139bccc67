require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_schedule', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, schedule: { type: 'String', desc: 'A.' } })
