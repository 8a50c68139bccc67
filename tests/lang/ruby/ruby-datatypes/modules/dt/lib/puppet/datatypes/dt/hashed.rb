require_relative '../../../puppet_x/dt/hashed'
Puppet::DataTypes.create_type('Dt::Hashed') do
  interface <<-PUPPET
    attributes => {
      path => String,
      mode => { type => Optional[String], value => undef }
    },
    functions => {
      '[]' => Callable[[Integer], String]
    }
    PUPPET

  implementation_class PuppetX::Dt::Hashed
end
