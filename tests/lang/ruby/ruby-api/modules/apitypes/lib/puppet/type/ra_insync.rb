require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_insync',
  desc: 'No property, and a check of its own.',
  features: ['custom_insync'],
  attributes: {
    name: { type: 'String', desc: 'Which.', behaviour: :namevar },
    force: { type: 'Optional[Boolean]', desc: 'Even so.', behaviour: :parameter },
  },
)
