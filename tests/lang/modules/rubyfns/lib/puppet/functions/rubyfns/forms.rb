# Several dispatches.
Puppet::Functions.create_function(:'rubyfns::forms') do
  local_types do
    type 'Pair = Tuple[String, Integer]'
    type 'Pairs = Array[Pair]'
  end

  dispatch :number do
    param 'Integer[0]', :n
    optional_param 'Integer', :m
    return_type 'String'
  end

  dispatch :text do
    param 'String[1]', :text
    repeated_param 'Enum[a, b]', :letters
  end

  dispatch :pairs do
    required_repeated_param 'Pairs', :pairs
  end

  argument_mismatch :negative do
    param 'Integer', :n
  end

  def number(n, m = 7)
    "number #{n} #{m}"
  end

  def text(text, *letters)
    "text #{text} #{letters.inspect}"
  end

  def pairs(*pairs)
    "pairs #{pairs.inspect}"
  end

  def negative(n)
    "takes no #{n}"
  end
end
