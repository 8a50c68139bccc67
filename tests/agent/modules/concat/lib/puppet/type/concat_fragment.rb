# The attributes of the type, for the compiler; the native type implements it.
Puppet::Type.newtype(:concat_fragment) do
  newparam(:name, namevar: true)
  newparam(:target)
  newparam(:content)
  newparam(:source)
  newparam(:order)
  newparam(:tag)
end
