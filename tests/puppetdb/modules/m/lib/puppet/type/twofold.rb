Puppet::Type.newtype(:twofold) do
  newparam(:name, namevar: true)
  newparam(:where, namevar: true)
  def self.title_patterns
    [[/\A(.*)@(.*)\z/, [[:name], [:where]]], [/\A(.*)\z/, [[:name]]]]
  end
end
