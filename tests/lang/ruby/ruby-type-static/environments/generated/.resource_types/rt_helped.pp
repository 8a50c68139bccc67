# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

Puppet::Resource::ResourceType3.new(
  'rt_helped',
  [
    Puppet::Resource::Param(Any, 'switch'),

    Puppet::Resource::Param(Any, 'words'),

    Puppet::Resource::Param(Any, 'order'),

    Puppet::Resource::Param(Any, 'pairs')
  ],
  [
    Puppet::Resource::Param(Any, 'first'),

    Puppet::Resource::Param(Any, 'second'),

    Puppet::Resource::Param(Any, 'name', true),

    # Valid values are `true`, `false`, `yes`, `no`.
    Puppet::Resource::Param(Variant[Boolean, Enum['true', 'false', 'yes', 'no']], 'flag'),

    Puppet::Resource::Param(Any, 'place'),

    Puppet::Resource::Param(Any, 'options')
  ],
  {
    /(?m-ix:(.*))/ => ['name']
  },
  true,
  false)
