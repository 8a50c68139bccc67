Puppet::Type.newtype(:rbenv_type) do
  newparam(:name, :namevar => true)
end
