# The attributes of the type, for the compiler; the native type implements it.
Puppet::Type.newtype(:concat_file) do
  ensurable
  newparam(:tag)
  newparam(:path, namevar: true)
  newparam(:owner)
  newparam(:group)
  newparam(:mode)
  newparam(:order)
  newparam(:backup)
  newparam(:replace)
  newparam(:validate_cmd)
  newparam(:ensure_newline)
  newparam(:format)
  newparam(:force)
  newparam(:selinux_ignore_defaults)
  newparam(:selrange)
  newparam(:selrole)
  newparam(:seltype)
  newparam(:seluser)
  newparam(:show_diff)
  newparam(:create_empty_file)
end
