require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_autolist', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } }, autorequire: [:file])
