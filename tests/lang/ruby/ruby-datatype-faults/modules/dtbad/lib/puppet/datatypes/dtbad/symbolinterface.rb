Puppet::DataTypes.create_type('Dtbad::Symbolinterface') do
  interface :x
end
