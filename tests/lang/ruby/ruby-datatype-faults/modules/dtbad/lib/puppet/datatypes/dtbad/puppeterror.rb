raise Puppet::Error, 'a word from Puppet'
Puppet::DataTypes.create_type('Dtbad::Puppeterror') do
end
