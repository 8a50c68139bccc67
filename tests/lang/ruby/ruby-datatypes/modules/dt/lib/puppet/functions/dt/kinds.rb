Puppet::Functions.create_function(:'dt::kinds') do
  def kinds(object)
    [object.is_a?(Puppet::Pops::Types::PuppetObject), object.respond_to?(:_pcore_init_hash), object.class.name, object.to_s]
  end
end
