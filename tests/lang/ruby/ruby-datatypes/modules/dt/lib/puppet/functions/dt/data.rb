# A value as it is in a catalog with rich data.
Puppet::Functions.create_function(:'dt::data') do
  def data(value)
    Puppet::Pops::Serialization::ToDataConverter.convert(value, rich_data: true, symbol_as_string: true, local_reference: false, type_by_reference: true)
  end
end
