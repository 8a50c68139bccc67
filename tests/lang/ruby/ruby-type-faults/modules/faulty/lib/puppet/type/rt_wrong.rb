Puppet::Type.newtype(:rt_wronged) do
  newparam(:name)
end
