# frozen_string_literal: true

require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'widget',
  desc: 'An entry of a file in JSON.',
  features: ['canonicalize'],
  attributes: {
    ensure: { type: 'Enum[present, absent]', default: 'present', desc: 'Whether it is there.' },
    name: { type: 'String', behaviour: :namevar, desc: 'Its name.' },
    size: { type: 'Optional[Integer]', desc: 'Its size.' },
    colour: { type: 'Optional[String]', desc: 'In any case.' },
    fancy: { type: 'Optional[Boolean]', desc: 'A flag.' },
    made: { type: 'Optional[String]', behaviour: :init_only, desc: 'Can be given to a new one.' }
  },
  autorequire: { file: '/widgets' }
)
