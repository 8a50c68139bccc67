# The attributes of the type, for the compiler; the native type implements it.
Puppet::Type.newtype(:anchor) do
  newparam(:name, namevar: true)
end
