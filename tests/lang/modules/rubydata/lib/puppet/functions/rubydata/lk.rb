Puppet::Functions.create_function(:'rubydata::lk') do
  dispatch :lk do
    param 'String[1]', :key
    param 'Hash[String[1],Any]', :options
    param 'Puppet::LookupContext', :context
  end
  def lk(key, options, context)
    return context.cached_value(key) if context.cache_has_key(key)
    context.explain { "looking for #{key}" }
    context.not_found unless key.start_with?('rubydata::')
    context.cache(key, context.interpolate("v of #{key} on %{facts.os.family} #{context.module_name} #{context.environment_name} #{options['x']}"))
  end
end
