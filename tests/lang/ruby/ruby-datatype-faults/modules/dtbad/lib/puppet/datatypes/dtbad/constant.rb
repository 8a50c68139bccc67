Puppet::DataTypes.create_type('Dtbad::Constant') do
  interface 'attributes => { a => Integer }'
  implementation_class PuppetX::Nobody
end
