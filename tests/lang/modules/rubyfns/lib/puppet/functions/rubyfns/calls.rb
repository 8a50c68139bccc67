# Calls other functions.
Puppet::Functions.create_function(:'rubyfns::calls') do
  dispatch :calls do
    param 'String', :name
    repeated_param 'Any', :args
    optional_block_param
  end

  def calls(name, *args, &block)
    call_function(name, *args, &block)
  end
end
