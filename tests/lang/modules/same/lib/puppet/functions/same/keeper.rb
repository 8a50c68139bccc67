# An array that the function keeps, which grows.
Puppet::Functions.create_function(:'same::keeper') do
  dispatch :keeper do
    optional_param 'Any', :value
  end

  def keeper(value = nil)
    @kept ||= []
    @kept << value unless value.nil?
    @kept
  end
end
