# As `puppet generate types` writes it.
# Use the 'puppet generate types' command to regenerate this file.

# A type with what most types have.
Puppet::Resource::ResourceType3.new(
  'rt_simple',
  [
    # The basic property that the resource should be in.
    # 
    # Valid values are `present`, `absent`.
    Puppet::Resource::Param(Enum['present', 'absent'], 'ensure'),

    # Any value.
    Puppet::Resource::Param(Any, 'value'),

    # Several.
    Puppet::Resource::Param(Any, 'list')
  ],
  [
    # What it is called.
    Puppet::Resource::Param(Any, 'name', true),

    # Valid values are `true`, `false`.
    Puppet::Resource::Param(Variant[Boolean, Enum['true', 'false']], 'loud'),

    # The specific backend to use for this `rt_simple`
    # resource. You will seldom need to specify this --- Puppet will usually
    # discover the appropriate provider for your platform.Available providers are:
    # 
    # shell
    # : Does it with a shell.
    # 
    #   * Required binaries: `sh`.
    #   * Default for `kernel` == `linux`.
    #   * Supported features: `shouting`.
    Puppet::Resource::Param(Any, 'provider')
  ],
  {
    /(?m-ix:(.*))/ => ['name']
  },
  true,
  false)
