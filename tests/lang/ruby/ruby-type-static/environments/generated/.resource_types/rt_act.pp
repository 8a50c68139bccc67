# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

Puppet::Resource::ResourceType3.new(
  'rt_act',
  [

  ],
  [
    Puppet::Resource::Param(Any, 'command', true),

    Puppet::Resource::Param(Any, 'times')
  ],
  {
    /(?m-ix:(.*))/ => ['command']
  },
  false,
  false)
