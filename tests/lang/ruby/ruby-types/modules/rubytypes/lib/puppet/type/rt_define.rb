# Stands before the define of that name.
Puppet::Type.newtype(:rt_define) do
  newparam(:name)
  newparam(:from_ruby)
end
