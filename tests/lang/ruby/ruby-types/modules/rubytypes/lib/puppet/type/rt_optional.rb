# A group that may take no part, an attribute that is no namevar, and more attributes than groups.
Puppet::Type.newtype(:rt_optional) do
  def self.title_patterns
    [[/\A([a-z]+)(?::([a-z]+))?\z/, [[:name], [:kind], [:more]]]]
  end

  newparam(:name, namevar: true)
  newparam(:kind)
  newparam(:more)
end
