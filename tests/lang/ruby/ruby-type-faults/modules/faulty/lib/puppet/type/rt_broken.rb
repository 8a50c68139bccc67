Puppet::Type.newtype(:rt_broken) do
  newparam(:name
end
