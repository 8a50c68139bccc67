# Which arrays, hashes and other objects in its arguments are one and the same: each gets a number, and is only named
# when it comes again.
Puppet::Functions.create_function(:'shared::places') do
  dispatch :places do
    repeated_param 'Any', :values
  end

  def places(*values)
    @numbers = {}.compare_by_identity
    values.map { |value| shown(value) }.join(' ')
  end

  def shown(value)
    case value
    when nil, true, false, Numeric, String, Symbol then return value.inspect
    end
    return "##{@numbers[value]}" if @numbers.key?(value)

    number = @numbers[value] = @numbers.size + 1
    "#{number}:#{inside(value)}"
  end

  def inside(value)
    case value
    when Array then "[#{value.map { |v| shown(v) }.join(', ')}]"
    when Hash then "{#{value.map { |k, v| "#{shown(k)} => #{shown(v)}" }.join(', ')}}"
    when Puppet::Pops::Types::PSensitiveType::Sensitive then "Sensitive(#{shown(value.unwrap)})"
    when Regexp then value.inspect
    else value.to_s
    end
  end
end
