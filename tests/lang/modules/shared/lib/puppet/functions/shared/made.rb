# A hash that is made of another one, in many ways.
Puppet::Functions.create_function(:'shared::made') do
  dispatch :made do
    param 'String', :how
    param 'Hash', :from
  end

  def made(how, from)
    case how
    when 'more' then from.merge('more' => [1])
    when 'first' then { 'first' => 1 }.merge(from)
    when 'fewer' then from.reject { |key, _| key.end_with?('3', '4') }
    when 'last' then from.to_a.last(9).to_h
    when 'reversed' then from.to_a.reverse.to_h
    when 'other' then from.merge('k5' => 'other', 'k17' => 'other', 'k18' => from['k0'])
    when 'mixed' then { 1 => 'one' }.merge(from).merge(1.5 => 'more')
    when 'both' then { 'a' => from.merge('a' => 1), 'b' => [from.merge('b' => 2)], 'same' => from }
    else change(how, from)
    end
  end

  def change(how, from)
    case how
    when 'later'
      made = from.merge('more' => 1)
      from['k6'] = 'later'
      made
    when 'changed'
      from['k3'] = 'changed'
      from.delete('k7')
      from.merge('more' => 1)
    when 'text'
      from['k2'] << ' changed'
      from.merge('more' => 1)
    when 'inner'
      from['k8'] << 'changed'
      from.merge('more' => 1)
    when 'during'
      texts = []
      from.transform_values! do |v|
        texts << call_function('join', call_function('values', from.merge('more' => 'm')).flatten, ' ')
        "#{v}!"
      end
      from.merge('texts' => texts)
    end
  end
end
