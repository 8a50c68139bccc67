Puppet::DataTypes.create_type('Dtbad::Unknowntype') do
  interface 'attributes => { a => Nosuch }'
end
