Puppet::DataTypes.create_type('Dt::Late') do
  interface 'attributes => { a => String }, functions => { shout => Callable[[], String] }'
  implementation_class PuppetX::Dt::Late
end
