# The class of the exception that a function raises for arguments it does not accept.
Puppet::Functions.create_function(:'rbcomp::refused') do
  dispatch :refused do
    param 'String', :name
    repeated_param 'Any', :args
  end

  def refused(name, *args)
    call_function(name, *args)
  rescue ArgumentError => e
    "ArgumentError: #{e.message}"
  rescue Puppet::Error => e
    "Puppet::Error: #{e.message}"
  end
end
