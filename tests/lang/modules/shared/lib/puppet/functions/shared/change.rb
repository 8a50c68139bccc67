# Changes the array or hash at the key, and shows the whole.
Puppet::Functions.create_function(:'shared::change') do
  dispatch :change do
    param 'Any', :key
    repeated_param 'Any', :values
  end

  def change(key, *values)
    inner = values[0][key]
    inner.is_a?(Hash) ? inner['more'] = values : inner << 'more'
    inner['more'] = 1 if inner.is_a?(Hash)
    values.inspect
  end
end
