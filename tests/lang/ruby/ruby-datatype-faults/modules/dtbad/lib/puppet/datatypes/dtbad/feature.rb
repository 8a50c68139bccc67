Puppet::DataTypes.create_type('Dtbad::Feature') do
  interface 'attribute => { a => Integer }'
end
