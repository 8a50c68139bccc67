require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_synced',
  desc: 'A property, and a check of its own.',
  features: ['custom_insync', 'simple_get_filter'],
  attributes: {
    name: { type: 'String', desc: 'Which.', behaviour: :namevar },
    text: { type: 'Optional[String]', desc: 'Text.' },
  },
)
