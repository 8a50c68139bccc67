Puppet::DataTypes.create_type('Dtbad::Nointerface') do
end
