require 'puppet/resource_api'

Puppet::ResourceApi.register_transport(
  name: 'rf_box',
  desc: 'A box.',
  connection_info: { host: { type: 'String', desc: 'Which.' } },
)
