# Objects made in Ruby.
Puppet::Functions.create_function(:'dt::create') do
  dispatch :create do
    param 'Type', :type
    repeated_param 'Any', :args
  end

  def create(type, *args)
    [type.create(*args), call_function('new', type, *args)]
  end
end
