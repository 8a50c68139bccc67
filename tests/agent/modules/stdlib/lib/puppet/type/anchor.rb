# The attributes of the type, for the compiler: what the type does is native.
Puppet::Type.newtype(:anchor) do
  newparam(:name, namevar: true)
end
