require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_autorequire', desc: 'x', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } }, autorequire: { file: ['$nosuch'] })
