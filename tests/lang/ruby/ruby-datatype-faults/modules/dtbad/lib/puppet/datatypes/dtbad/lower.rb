Puppet::DataTypes.create_type('dtbad::lower') do
  interface 'attributes => { a => Integer }'
end
