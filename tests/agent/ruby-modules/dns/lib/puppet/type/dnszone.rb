# frozen_string_literal: true

# A zone with the addresses of its servers. It has only parameters.
Puppet::Type.newtype(:dnszone) do
  @doc = 'A zone, for the records in it.'
  newparam(:name, namevar: true)
  newparam(:credentials) do
    desc 'A file in YAML with `portfile`.'
    validate do |value|
      raise ArgumentError, "'#{value}' is no absolute path" unless Puppet::Util.absolute_path?(value)
    end
  end
  newparam(:ttl) do
    defaultto '3600'
    munge { |value| Integer(value) }
  end
  autorequire(:file) { self[:credentials] }
end
