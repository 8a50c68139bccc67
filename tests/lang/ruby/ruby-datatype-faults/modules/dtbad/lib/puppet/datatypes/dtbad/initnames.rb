class DtbadInitnames
  def initialize(b)
  end
end
Puppet::DataTypes.create_type('Dtbad::Initnames') do
  interface 'attributes => { a => Integer }'
  implementation_class DtbadInitnames
end
