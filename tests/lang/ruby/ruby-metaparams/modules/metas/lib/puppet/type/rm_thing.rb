Puppet::Type.newtype(:rm_thing) do
  newparam(:name, namevar: true)
  newproperty(:size)
end
