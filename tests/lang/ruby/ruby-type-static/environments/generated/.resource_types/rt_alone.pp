# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

Puppet::Resource::ResourceType3.new(
  'rt_alone',
  [
    Puppet::Resource::Param(Any, 'upper')
  ],
  [
    Puppet::Resource::Param(Any, 'name'),

    Puppet::Resource::Param(Any, 'under_score')
  ],
  {
    /(?m-ix:(.*))/ => ['name']
  },
  true,
  false)
