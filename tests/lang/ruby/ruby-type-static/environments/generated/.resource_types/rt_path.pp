# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

Puppet::Resource::ResourceType3.new(
  'rt_path',
  [
    # The basic property that the resource should be in.
    # 
    # Valid values are `present`, `absent`.
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),

    Puppet::Resource::Param(Any, 'content')
  ],
  [
    Puppet::Resource::Param(Any, 'path', true)
  ],
  {
    /(?m-ix:(.*))/ => ['path']
  },
  true,
  false)
