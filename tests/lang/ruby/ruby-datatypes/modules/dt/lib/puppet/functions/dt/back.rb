Puppet::Functions.create_function(:'dt::back') do
  def back(object)
    object
  end
end
