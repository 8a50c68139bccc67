Puppet::DataTypes.create_type('Dtbad::More') do
  interface "attributes => { a => Integer } }\nnotice('x')\n$x = {"
end
