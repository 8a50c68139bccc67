require 'puppet/resource_api'

Puppet::ResourceApi.register_type(name: 'rf_group', desc: 'x', title_patterns: [{ pattern: %r{^(?<name>.*):(?<nosuch>.*)$}, desc: 'x' }, { pattern: /^(.*)$/ }], attributes: { name: { type: 'String', desc: 'N.', behaviour: :namevar } })
