Puppet::DataTypes.create_type('Local') do
  interface 'attributes => { a => Integer }, functions => { twice => Callable[[], Integer] }'
  implementation do
    def twice
      a * 2
    end
  end
end
