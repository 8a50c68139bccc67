# frozen_string_literal: true

# A provider that misbehaves in the way that the resource's name says.
Puppet::Type.newtype(:hostile) do
  @doc = 'Fails in many ways.'
  newparam(:name, namevar: true)
  newproperty(:value)

  def refresh
    provider.refresh
  end
end
