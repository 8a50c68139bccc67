# frozen_string_literal: true

Puppet::Type.newtype(:dnsrr) do
  @doc = 'A record of a zone.'
  ensurable
  newparam(:name, namevar: true)
  newparam(:zone) { isrequired }
  newproperty(:rtype) do
    newvalues('A', 'AAAA', 'CNAME', 'MX', 'TXT')
    defaultto 'A'
  end
  newproperty(:value, array_matching: :all) do
    def insync?(current)
      current.is_a?(Array) && current.sort == should.sort
    end
  end
  newproperty(:ttl) { munge { |value| Integer(value) } }
  autorequire(:dnszone) { self[:zone] }
  validate { raise Puppet::Error, 'a record needs a zone' unless self[:zone] }
end
