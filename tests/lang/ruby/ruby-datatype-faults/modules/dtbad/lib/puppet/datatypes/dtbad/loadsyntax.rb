Puppet::DataTypes.create_type('Dtbad::Loadsyntax') do
  interface 'attributes => { a => Integer }'
  load_file 'puppet_x/dtbad/syntax'
end
