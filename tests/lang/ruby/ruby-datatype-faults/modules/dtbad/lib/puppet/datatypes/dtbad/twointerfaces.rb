Puppet::DataTypes.create_type('Dtbad::Twointerfaces') do
  interface ''
  interface ''
end
