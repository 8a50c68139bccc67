Puppet::Type.newtype(:gadget) do
  newparam(:thing, namevar: true)
  newparam(:size)
end
