Puppet::DataTypes.create_type('Dtbad::Lexical') do
  interface "attributes => { a => 'Integer }"
end
