Puppet::DataTypes.create_type('Dtbad::Initraises') do
  interface 'attributes => { a => Integer }'
  implementation do
    def initialize(a)
      raise ArgumentError, "no #{a}"
    end
  end
end
