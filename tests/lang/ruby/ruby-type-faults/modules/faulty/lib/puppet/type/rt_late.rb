Puppet::Type.newtype(:rt_late) do
  newparam(:name)
end

raise Puppet::Error, 'behind the type'
