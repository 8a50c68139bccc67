require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_none',
  desc: 'No namevar at all.',
  attributes: {
    text: { type: 'Optional[String]', desc: 'Text.' },
  },
)
