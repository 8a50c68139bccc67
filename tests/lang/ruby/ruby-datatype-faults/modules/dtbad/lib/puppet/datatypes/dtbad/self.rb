Puppet::DataTypes.create_type('Dtbad::Self') do
  interface 'parent => Dtbad::Self'
end
