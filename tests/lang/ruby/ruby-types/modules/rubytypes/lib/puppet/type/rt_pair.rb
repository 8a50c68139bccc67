# Two namevars: "user@host", or one of them.
Puppet::Type.newtype(:rt_pair) do
  def self.title_patterns
    [
      [/\A([^@]+)@([^@]+)\z/, [[:user], [:host]]],
      [/\A([^@]+)\z/, [[:user]]]
    ]
  end

  newparam(:user, namevar: true)
  newparam(:host, namevar: true)
  newproperty(:state)
end
