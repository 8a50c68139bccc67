# No provider: `provider` is no parameter.
Puppet::Type.newtype(:rt_alone) do
  newparam(:name)
  newproperty(:Upper)
  newparam(:under_score)
end
