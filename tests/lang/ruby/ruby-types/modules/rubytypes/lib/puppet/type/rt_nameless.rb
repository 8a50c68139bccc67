Puppet::Type.newtype(:rt_nameless) do
  newproperty(:value)
end
