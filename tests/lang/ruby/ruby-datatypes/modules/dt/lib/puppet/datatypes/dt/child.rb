Puppet::DataTypes.create_type('Dt::Child') do
  interface <<-PUPPET
    parent => Dt::Person,
    attributes => {
      school => String
    },
    functions => {
      whole => Callable[[], String],
      greet => { type => Callable[[String], String], override => true }
    }
    PUPPET

  implementation do
    def whole
      "#{name} of #{@school}, #{age}"
    end

    def greet(word)
      super + '!'
    end
  end
end
