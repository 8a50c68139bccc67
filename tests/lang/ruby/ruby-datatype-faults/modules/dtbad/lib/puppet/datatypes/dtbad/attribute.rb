Puppet::DataTypes.create_type('Dtbad::Attribute') do
  interface 'attributes => { a => 1 }'
end
