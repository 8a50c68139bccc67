require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_keyword', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } }, nonsense: 1)
