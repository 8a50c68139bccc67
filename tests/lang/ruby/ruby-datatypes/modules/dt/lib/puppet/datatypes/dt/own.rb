require_relative '../../../puppet_x/dt/own'
Puppet::DataTypes.create_type('Dt::Own') do
  interface <<-PUPPET
    attributes => {
      host => String,
      port => { type => Integer, value => 80 }
    },
    functions => { url => Callable[[Optional[String]], String] }
    PUPPET
  implementation_class PuppetX::Dt::Own
end
