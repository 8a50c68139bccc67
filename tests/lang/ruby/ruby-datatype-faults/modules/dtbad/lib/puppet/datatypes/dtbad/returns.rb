Puppet::DataTypes.create_type('Dtbad::Returns') do
  interface 'attributes => { a => Integer }, functions => { half => Callable[[], Integer] }'
  implementation do
    def half
      'half'
    end
  end
end
