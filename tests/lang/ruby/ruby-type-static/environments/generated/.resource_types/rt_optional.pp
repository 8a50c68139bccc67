# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

Puppet::Resource::ResourceType3.new(
  'rt_optional',
  [

  ],
  [
    Puppet::Resource::Param(Any, 'name', true),

    Puppet::Resource::Param(Any, 'kind'),

    Puppet::Resource::Param(Any, 'more')
  ],
  {
    /\A([a-z]+)(?::([a-z]+))?\z/ => ['name', 'kind', 'more']
  },
  true,
  false)
