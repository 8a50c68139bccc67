Puppet::DataTypes.create_type('Everywhere') do
  interface <<-PUPPET
    attributes => { what => Any }
    PUPPET
end
