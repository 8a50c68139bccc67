# frozen_string_literal: true

# A provider that misbehaves; the name of the resource chooses how.
Puppet::Type.newtype(:hostile) do
  @doc = 'Fails in many ways.'
  newparam(:name, namevar: true)
  newproperty(:value) do
    def change_to_s(is, should)
      resource[:name] == 'speechless' ? raise('no words') : super
    end
  end

  def refresh
    provider.refresh
  end
end
