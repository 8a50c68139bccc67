Puppet::Type.newtype(:rt_parent) do
  newparam(:name)
  newproperty(:owner, parent: Puppet::Type.type(:file).attrclass(:owner)) { desc 'As that of file.' }
  newparam(:like, parent: Puppet::Type.type(:rt_simple).paramclass(:loud))
end
