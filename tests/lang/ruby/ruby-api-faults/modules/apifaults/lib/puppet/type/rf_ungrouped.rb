require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_ungrouped', desc: 'x', title_patterns: [{ pattern: /^(.*)$/ }], attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
