class DtbadBase
  attr_reader :a
  def initialize(a)
    @a = a
  end
end
Puppet::DataTypes.create_type('Dtbad::Childofclass') do
  interface 'attributes => { a => Integer }'
  implementation_class DtbadBase
end
