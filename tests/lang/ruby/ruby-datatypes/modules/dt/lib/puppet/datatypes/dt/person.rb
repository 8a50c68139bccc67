Puppet::DataTypes.create_type('Dt::Person') do
  interface <<-PUPPET
    attributes => {
      name => String,
      born => Integer,
      email => { type => Optional[String], value => undef },
      age => { type => Integer, kind => derived }
    },
    functions => {
      greet => Callable[[String], String],
      shout => Callable[[], String],
      each_letter => Callable[[Callable[1, 1]], Any],
      missing => Callable[[], Any]
    }
    PUPPET

  implementation do
    def age
      2020 - @born
    end

    def greet(word)
      "#{word}, #{name}!"
    end

    def shout
      @name.upcase
    end

    def each_letter
      @name.chars.map { |c| yield(c) }
    end
  end
end
