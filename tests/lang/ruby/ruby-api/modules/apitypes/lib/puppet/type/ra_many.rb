require 'puppet/resource_api'

Puppet::ResourceApi.register_type(
  name: 'ra_many',
  desc: 'Three namevars and no patterns.',
  attributes: {
    zone: { type: 'String', desc: 'Where.', behaviour: :namevar },
    host: { type: 'String', desc: 'Which.', behaviour: :namevar },
    port: { type: 'Integer', desc: 'What.', behaviour: :namevar, default: 80 },
    text: { type: 'Optional[String]', desc: 'Text.' },
  },
)
