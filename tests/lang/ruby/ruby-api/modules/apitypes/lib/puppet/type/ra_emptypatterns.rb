require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_emptypatterns',
  desc: 'Patterns that are none.',
  title_patterns: [],
  attributes: {
    name: { type: 'String', desc: 'Which.', behaviour: :namevar },
  },
)
