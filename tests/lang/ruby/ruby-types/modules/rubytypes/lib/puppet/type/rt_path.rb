Puppet::Type.newtype(:rt_path) do
  ensurable
  newparam(:path) { isnamevar }
  newproperty(:content)
end
