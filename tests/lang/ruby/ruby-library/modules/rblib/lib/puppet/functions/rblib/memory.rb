# A back end that keeps objects of Ruby under any keys.
Puppet::Functions.create_function(:'rblib::memory') do
  dispatch :memory do
    param 'String[1]', :key
    param 'Hash', :options
    param 'Puppet::LookupContext', :context
  end

  Kept = Struct.new(:n) unless const_defined?(:Kept)

  def memory(key, options, context)
    return context.not_found unless key.start_with?('rblib::memory')

    unless context.cache_has_key(:client)
      made = context.cache(:client, Kept.new(0))
      made.n += 1
      context.cache_all({ [1, 2] => :list, nil => 'nothing', 'text' => /x/ })
    end
    client = context.cached_value(:client)
    client.n += 10
    seen = []
    context.cached_entries { |k, v| seen << [k.inspect, v.class.name[/\w+\z/]] }
    one = nil
    context.cached_entries { |pair| one ||= pair.size }
    { 'n' => client.n, 'class' => client.class.name[/\w+\z/], 'list' => context.cached_value([1, 2]).inspect, 'nil' => context.cached_value(nil),
      'missing' => context.cached_value(:other).inspect, 'has' => context.cache_has_key('client'), 'seen' => seen, 'one' => one,
      'entries' => context.cached_entries.map { |k, _| k.inspect }, 'same' => context.cached_value(:client).equal?(client) }
  end
end
