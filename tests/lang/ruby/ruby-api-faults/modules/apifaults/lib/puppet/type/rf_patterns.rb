require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_patterns', desc: 'x', title_patterns: /x/, attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
