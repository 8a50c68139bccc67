# Two namevars and nothing about titles.
Puppet::Type.newtype(:rt_vague) do
  newparam(:one, namevar: true)
  newparam(:two, namevar: true)
end
