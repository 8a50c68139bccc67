Puppet::Type.newtype(:labthing) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:path)
end
