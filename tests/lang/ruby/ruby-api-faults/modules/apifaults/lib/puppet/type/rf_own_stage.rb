require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_stage', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, stage: { type: 'String', desc: 'A.' } })
