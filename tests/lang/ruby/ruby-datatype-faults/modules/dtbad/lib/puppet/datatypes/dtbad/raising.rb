Puppet::DataTypes.create_type('Dtbad::Raising') do
  interface 'attributes => { a => Integer }'
  raise 'not today'
end
