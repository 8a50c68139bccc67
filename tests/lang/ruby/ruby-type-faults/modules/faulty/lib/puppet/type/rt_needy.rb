require 'no/such/library'
Puppet::Type.newtype(:rt_needy) do
  newparam(:name)
end
