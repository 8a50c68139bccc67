require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_warns',
  features: ['makes_coffee', 'canonicalize', 'flies'],
  attributes: {
    name: { type: 'String', behaviour: :namevar },
    text: { type: 'Optional[String]' },
  },
)
