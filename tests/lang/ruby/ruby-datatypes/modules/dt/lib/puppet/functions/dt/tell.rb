# What code in Ruby sees of an object.
Puppet::Functions.create_function(:'dt::tell') do
  dispatch :tell do
    param 'Any', :object
    repeated_param 'String', :names
  end

  def tell(object, *names)
    names.map { |name| object.send(name) }
  end
end
