# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

Puppet::Resource::ResourceType3.new(
  'rt_pair',
  [
    Puppet::Resource::Param(Any, 'state')
  ],
  [
    Puppet::Resource::Param(Any, 'user', true),

    Puppet::Resource::Param(Any, 'host', true)
  ],
  {
    /\A([^@]+)@([^@]+)\z/ => ['user', 'host'],
    /\A([^@]+)\z/ => ['user']
  },
  true,
  false)
