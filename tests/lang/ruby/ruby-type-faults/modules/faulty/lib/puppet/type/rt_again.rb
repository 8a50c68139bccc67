Puppet::Type.newtype(:rt_again) do
  newparam(:name)
end

Puppet::Type.newtype(:rt_again) do
  newparam(:name)
end
