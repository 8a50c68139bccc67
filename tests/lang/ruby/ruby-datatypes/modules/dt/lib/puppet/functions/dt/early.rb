# An object whose class is that of a data type, before anybody has named the type.
require_relative '../../../puppet_x/dt/late'
Puppet::Functions.create_function(:'dt::early') do
  def early(first)
    PuppetX::Dt::Late.new(first)
  end
end
