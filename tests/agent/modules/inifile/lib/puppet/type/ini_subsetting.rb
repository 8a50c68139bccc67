# The attributes of the type, for the compiler; the native type implements it.
Puppet::Type.newtype(:ini_subsetting) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:section)
  newparam(:setting)
  newparam(:subsetting)
  newparam(:subsetting_separator)
  newparam(:subsetting_key_val_separator)
  newparam(:path)
  newparam(:show_diff)
  newparam(:key_val_separator)
  newparam(:quote_char)
  newparam(:use_exact_match)
  newproperty(:value)
  newparam(:insert_type)
  newparam(:insert_value)
  newparam(:delete_if_empty)
end
