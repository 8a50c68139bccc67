Puppet::Functions.create_function(:'rubydata::dig') do
  dispatch :dig do
    param 'Array[String[1]]', :segments
    param 'Hash[String[1], Any]', :options
    param 'Puppet::LookupContext', :context
  end

  def dig(segments, options, context)
    case segments[0]
    when 'rubydata::dug' then segments[1..].reduce({ 'a' => { 'b' => [1, 2] } }) { |at, s| at[s =~ /\A\d+\z/ ? s.to_i : s] }
    when 'rubydata::raises' then raise ArgumentError, 'the back end is down'
    when 'rubydata::memory'
      context.cache('n', (context.cached_value('n') || 0) + 1)
      context.cache_all('x' => 1)
      [context.cached_value('n'), context.cache_has_key('x'), context.cached_entries.to_a, options.keys.sort]
    when 'rubydata::wrong' then Object
    when 'rubydata::rescued'
      begin
        context.not_found
      rescue StandardError
        'not reached'
      end
    else context.not_found
    end
  end
end
