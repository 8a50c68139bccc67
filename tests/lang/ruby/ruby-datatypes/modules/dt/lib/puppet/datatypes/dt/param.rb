Puppet::DataTypes.create_type('Dt::Param') do
  interface <<-PUPPET
    type_parameters => {
      colour => Variant[String, Type[Enum]]
    },
    attributes => {
      colour => String,
      size => { type => Integer, value => 1 }
    },
    constants => {
      limit => 10,
      shape => 'round'
    },
    equality => [colour],
    functions => { bigger => Callable[[0, 0], Object] }
    PUPPET
  implementation do
    def bigger
      self.class.new(colour, size + limit)
    end
  end
end
