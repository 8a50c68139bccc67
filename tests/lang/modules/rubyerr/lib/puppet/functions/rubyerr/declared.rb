Puppet::Functions.create_function(:'rubyerr::declared') do
  dispatch :declared do
    param 'Any', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
    return_type 'Integer'
  end

  def declared(key, _options, context)
    key == 'rubyerr::declared' ? 'no integer' : context.not_found
  end
end
