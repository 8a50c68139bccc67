Puppet::DataTypes.create_type('Dtbad::Override') do
  interface 'attributes => { a => {type => Integer, override => true} }'
end
