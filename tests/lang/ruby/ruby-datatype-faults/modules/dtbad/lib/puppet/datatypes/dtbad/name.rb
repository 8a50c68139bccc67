Puppet::DataTypes.create_type('Dtbad::Other') do
  interface 'attributes => { a => Integer }'
end
