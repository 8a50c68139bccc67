Puppet::Type.newtype(:rt_own) do
  newparam(:name, namevar: true)
  newproperty(:size)
  named = [Puppet::Type::Rt_own, properties.find { |p| p == Puppet::Type::Rt_own::Size }]
  newproperty(:other) { desc named.inspect } if named == [self, properties.first]
  newproperty(:remote) unless Puppet::Util::NetworkDevice.current.nil?
end
