Puppet::DataTypes.create_type('Dtbad::Twoimpl') do
  interface 'attributes => { a => Integer }'
  implementation do
  end
  implementation do
  end
end
