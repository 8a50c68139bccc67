# Large hashes made of the one that is given.
Puppet::Functions.create_function(:'same::like') do
  dispatch :like do
    param 'Hash', :from
    param 'String', :how
    optional_param 'Any', :more
    return_type 'Hash'
  end

  def like(from, how, more = nil)
    case how
    when 'same' then from
    when 'copied' then from.dup
    when 'merged' then from.merge(more)
    when 'first' then more.merge(from)
    when 'without' then from.reject { |key, _| more.include?(key) }
    when 'later' then from.merge('moved' => from['key 3']).reject { |key, _| key == 'key 3' }
    when 'turned' then from.to_a.reverse.to_h
    when 'changed' then changed(from)
    when 'symbols' then from.merge(more => 'value', 17 => 'number')
    when 'identity' then by_identity(from)
    else sorted(from)
    end
  end

  # The one that was given changes as well.
  def changed(from)
    from['key 5'] = 'other'
    from['new'] = 'one'
    from['key 8']['a'] << 'more'
    from.merge('key 6' => 'another')
  end

  def by_identity(from)
    from.each_with_object({}.compare_by_identity) { |(key, value), all| all[key] = value }
  end

  def sorted(from)
    from.sort_by { |key, _| key }.to_h
  end
end
