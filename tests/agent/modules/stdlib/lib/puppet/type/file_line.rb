# The attributes of the type, for the compiler; the native type implements it.
Puppet::Type.newtype(:file_line) do
  ensurable
  newparam(:name, namevar: true)
  newparam(:match)
  newparam(:match_for_absence)
  newparam(:multiple)
  newparam(:after)
  newproperty(:line)
  newparam(:path)
  newparam(:replace)
  newparam(:replace_all_matches_not_matching_line)
  newparam(:encoding)
  newparam(:append_on_no_match)
end
