Puppet::DataTypes.create_type('Everywhere') do
  interface 'attributes => { mine => Integer }'
end
