Puppet::DataTypes.create_type('Dtbad::Parent') do
  interface 'parent => Dtbad::Nobody'
end
