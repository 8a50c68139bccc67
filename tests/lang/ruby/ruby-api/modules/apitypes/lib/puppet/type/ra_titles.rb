require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_titles',
  desc: 'Two namevars.',
  title_patterns: [
    { pattern: %r{^(?<package>.*[^-])-(?<manager>.*)$}, desc: 'both' },
    { pattern: %r{^(?<package>.*)$}, desc: 'one' },
  ],
  attributes: {
    ensure: { type: 'Optional[Enum[present, absent]]', desc: 'Whether.' },
    package: { type: 'String', desc: 'What.', behaviour: :namevar },
    manager: { type: 'String', desc: 'By.', behaviour: :namevar },
  },
)
