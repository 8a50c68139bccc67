Puppet::DataTypes.create_type('Dtbad::Attrraises') do
  interface 'attributes => { a => Integer }'
  implementation do
    def a
      raise 'no a'
    end
  end
end
