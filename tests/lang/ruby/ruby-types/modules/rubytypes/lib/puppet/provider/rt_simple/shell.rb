Puppet::Type.type(:rt_simple).provide(:shell) do
  desc 'Does it with a shell.'
  commands sh: 'sh'
  has_feature :shouting
  defaultfor kernel: :linux
  mk_resource_methods
end
