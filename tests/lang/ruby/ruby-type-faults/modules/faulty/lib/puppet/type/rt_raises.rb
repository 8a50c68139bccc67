Puppet::Type.newtype(:rt_raises) do
  newparam(:name)
  raise ArgumentError, 'half-way'
end
