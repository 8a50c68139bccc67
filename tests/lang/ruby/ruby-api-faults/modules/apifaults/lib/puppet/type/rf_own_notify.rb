require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_own_notify', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar }, notify: { type: 'String', desc: 'A.' } })
