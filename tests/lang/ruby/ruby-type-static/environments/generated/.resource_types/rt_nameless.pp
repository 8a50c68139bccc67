# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

Puppet::Resource::ResourceType3.new(
  'rt_nameless',
  [
    Puppet::Resource::Param(Any, 'value')
  ],
  [

  ],
  {
  },
  true,
  false)
