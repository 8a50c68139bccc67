Puppet::DataTypes.create_type('Dt::Shadow') do
  interface "attributes => { ruby => Integer }"
end
