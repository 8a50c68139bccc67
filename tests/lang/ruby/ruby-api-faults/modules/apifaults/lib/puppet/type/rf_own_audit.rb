require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_audit', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, audit: { type: 'String', desc: 'A.' } })
