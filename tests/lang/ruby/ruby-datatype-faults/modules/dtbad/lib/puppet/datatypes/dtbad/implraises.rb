Puppet::DataTypes.create_type('Dtbad::Implraises') do
  interface 'attributes => { a => Integer }'
  implementation do
    raise 'in the block'
  end
end
