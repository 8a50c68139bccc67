Puppet::Type.newtype(:rt_act) do
  @isomorphic = false
  newparam(:command, namevar: true)
  newparam(:times)
end
