# frozen_string_literal: true

Puppet::Type.newtype(:hosty) do
  @doc = 'A line of a file of addresses.'
  ensurable
  newparam(:name, namevar: true)
  newproperty(:ip)
  newproperty(:target) { defaultto { File.expand_path('../t/hosties', Puppet[:vardir]) } }
end
