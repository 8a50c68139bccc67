# Its patterns change what they find.
Puppet::Type.newtype(:rt_proc) do
  def self.title_patterns
    identity = ->(x) { x }
    [
      [%r{\A(.*)/(\d+)\z}m, [[:dir, ->(x) { x.upcase }], [:number, ->(x) { x.to_i * 2 }]]],
      [/\A([a-z]+)\z/, [[:dir, identity]]]
    ]
  end

  newparam(:dir, namevar: true)
  newparam(:number, namevar: true)
  newproperty(:state)
end
