# The types that the factory makes, as texts.
Puppet::Functions.create_function(:'rubyfns::type_factory') do
  dispatch :simple do
    param 'Enum[simple]', :what
  end

  dispatch :composed do
    param 'Enum[composed]', :what
  end

  dispatch :named do
    param 'Enum[named]', :what
  end

  def factory
    Puppet::Pops::Types::TypeFactory
  end

  def simple(_what)
    %i[any undef default scalar numeric integer float boolean data rich_data collection catalog_entry binary scalar_data
       all_callables array_of_any array_of_data hash_of_any hash_of_data string regexp sensitive type_type iterable
       iterator host_class].to_h { |name| [name.to_s, factory.public_send(name).to_s] }
  end

  def composed(_what)
    integer = factory.integer
    string = factory.string
    [factory.enum('a', 'b'), factory.pattern(/a/), factory.variant(integer, string), factory.callable(integer, 1, 3),
     factory.optional(integer), factory.not_undef(integer), factory.sensitive(integer), factory.range(1, nil),
     factory.range(:default, 3), factory.float_range(1.0, 3.0), factory.array_of(integer), factory.hash_of(integer, string),
     factory.hash_kv(integer, string), factory.struct({ 'a' => integer }), factory.tuple([integer, string]),
     factory.resource('file', 'x'), factory.string(factory.range(1, 3)), factory.regexp('a'), factory.host_class('a'),
     factory.type_of([1])].map(&:to_s)
  end

  # The types that constants of Puppet's classes name.
  def named(_what)
    types = Puppet::Pops::Types
    collection = types::PCollectionType
    [types::PStringType::NON_EMPTY, types::PBooleanType::TRUE, types::PBooleanType::FALSE, types::PIntegerType::DEFAULT,
     collection::DEFAULT_SIZE, collection::NOT_EMPTY_SIZE, collection::ZERO_SIZE].map(&:to_s)
  end
end
