# The attributes of the type, for the compiler; the native type implements it.
Puppet::Type.newtype(:ini_setting) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:section)
  newparam(:setting)
  newparam(:force_new_section_creation)
  newparam(:path)
  newparam(:show_diff)
  newparam(:key_val_separator)
  newproperty(:value)
  newparam(:section_prefix)
  newparam(:section_suffix)
  newparam(:indent_char)
  newparam(:indent_width)
  newparam(:refreshonly)
end
