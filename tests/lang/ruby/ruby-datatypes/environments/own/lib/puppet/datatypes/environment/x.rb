Puppet::DataTypes.create_type('Environment::X') do
  interface 'attributes => { b => Integer }'
end
