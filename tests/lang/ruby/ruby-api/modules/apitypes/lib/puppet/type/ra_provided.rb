require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_provided',
  desc: 'It has a provider.',
  attributes: {
    name: { type: 'String', desc: 'Which.', behaviour: :namevar },
  },
)
