# What code in Ruby sees of the type of an object.
Puppet::Functions.create_function(:'dt::types') do
  def types(object)
    type = object._pcore_type
    [type.name, type.simple_name, type.to_s == object._pcore_type.to_s, type.instance?(object), type.is_a?(Puppet::Pops::Types::PObjectType),
     Puppet::Pops::Types::TypeCalculator.infer(object) == type, type == object.class._pcore_type]
  end
end
