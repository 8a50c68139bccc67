Puppet::Type.newtype(:rt_twice) do
  newparam(:name)
  newproperty(:same)
  newproperty(:same)
end
