Puppet::DataTypes.create_type('Dtbad::Reserved') do
  interface 'attributes => { __ptype => Integer }'
end
