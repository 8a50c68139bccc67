# The value that rich data describes.
Puppet::Functions.create_function(:'dt::undata') do
  def undata(data, options = {})
    Puppet::Pops::Serialization::FromDataConverter.convert(data, options.transform_keys(&:to_sym))
  end
end
