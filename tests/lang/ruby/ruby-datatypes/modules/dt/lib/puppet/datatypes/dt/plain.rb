Puppet::DataTypes.create_type('Dt::Plain') do
  interface <<-PUPPET
    attributes => {
      name => String[1],
      port => { type => Integer[1, 65535], value => 80 },
      tags => { type => Array[String], value => [] },
      note => Optional[String]
    }
    PUPPET
end
