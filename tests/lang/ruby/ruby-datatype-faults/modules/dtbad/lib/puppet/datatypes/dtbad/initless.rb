class DtbadInitless
end
Puppet::DataTypes.create_type('Dtbad::Initless') do
  interface 'attributes => { a => Integer }'
  implementation_class DtbadInitless
end
