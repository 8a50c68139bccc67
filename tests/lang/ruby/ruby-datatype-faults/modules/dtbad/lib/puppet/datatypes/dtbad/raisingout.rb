raise ArgumentError, 'not here'
Puppet::DataTypes.create_type('Dtbad::Raisingout') do
  interface 'attributes => { a => Integer }'
end
