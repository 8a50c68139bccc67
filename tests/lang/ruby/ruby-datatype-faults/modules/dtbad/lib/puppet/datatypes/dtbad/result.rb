Puppet::DataTypes.create_type('Dtbad::Result') do
  interface 'attributes => { a => Integer }'
end
nil
