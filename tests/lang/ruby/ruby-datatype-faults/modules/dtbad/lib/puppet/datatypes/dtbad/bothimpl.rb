Puppet::DataTypes.create_type('Dtbad::Bothimpl') do
  interface 'attributes => { a => Integer }'
  implementation do
  end
  implementation_class String
end
