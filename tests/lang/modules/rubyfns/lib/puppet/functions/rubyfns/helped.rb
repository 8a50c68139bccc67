require 'puppet_x/rubyfns/helper'

# Uses a file of its own.
Puppet::Functions.create_function(:'rubyfns::helped') do
  def helped(*args)
    PuppetX::Rubyfns::Helper.join(args)
  end
end
