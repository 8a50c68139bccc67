Puppet::Type.newtype(:rt_param) do
  newparam(:name)
  newmetaparam(:rt_inside)
end
