require 'puppet/resource_api'

# Titles that are texts, names that are texts, and patterns in a text.
Puppet::ResourceApi.register_type(
  name: 'ra_odd',
  desc: "Unusual, but it goes.",
  title_patterns: [
    { pattern: '^(?<first>[^/]+)/(?<second>.+)$', desc: 'both' },
    { pattern: /^(?<first>.+)$/m, desc: 'one' },
  ],
  attributes: {
    'first' => { type: 'String', desc: 'First.', behaviour: :namevar },
    second: { type: 'Optional[String]', desc: 'Second.', behaviour: :namevar },
  },
)
