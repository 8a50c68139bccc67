Puppet::DataTypes.create_type('Dtbad::Loadfails') do
  interface 'attributes => { a => Integer }'
  load_file 'puppet_x/dtbad/fails'
end
