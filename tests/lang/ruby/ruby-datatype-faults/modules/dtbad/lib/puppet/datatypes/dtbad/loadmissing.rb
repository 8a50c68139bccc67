Puppet::DataTypes.create_type('Dtbad::Loadmissing') do
  interface 'attributes => { a => Integer }'
  load_file 'puppet_x/dtbad/nothing'
  implementation_class PuppetX::Dtbad::Nothing
end
