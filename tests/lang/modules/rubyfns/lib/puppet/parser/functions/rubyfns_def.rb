module Puppet::Parser::Functions
  def self.rubyfns_helper
    1
  end
  newfunction(:rubyfns_def, :type => :rvalue) do |args|
    1
  end
end
