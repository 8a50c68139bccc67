# Gives something else than it says.
Puppet::Functions.create_function(:'rubyfns::wrong_result') do
  dispatch :made do
    param 'Any', :value
    return_type 'Array[Integer]'
  end

  def made(value)
    value
  end
end
