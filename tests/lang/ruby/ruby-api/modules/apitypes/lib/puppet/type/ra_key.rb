require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_key',
  desc: 'A namevar that is no name.',
  attributes: {
    path: { type: 'String', desc: 'Where.', behaviour: :namevar },
    size: { type: 'Optional[Apitypes::Size]', desc: 'How large.' },
    ensure: { type: 'Variant[Undef, Enum[present, absent]]', desc: 'Whether.' },
  },
)
