Puppet::DataTypes.create_type('Dtbad::Syntax') do
  interface <<-PUPPET
    attributes => {
      a => => Integer
    }
    PUPPET
end
