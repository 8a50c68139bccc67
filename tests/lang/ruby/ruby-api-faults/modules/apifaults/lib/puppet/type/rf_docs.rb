require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_docs', desc: 'x', docs: 'y', attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
