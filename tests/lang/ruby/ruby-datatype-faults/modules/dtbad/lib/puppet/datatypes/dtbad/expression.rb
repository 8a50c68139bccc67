Puppet::DataTypes.create_type('Dtbad::Expression') do
  interface 'attributes => { a => Integer[1 + 1] }'
end
