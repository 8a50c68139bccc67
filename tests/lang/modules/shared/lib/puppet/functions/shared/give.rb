require 'yaml'

# Values that have things in common.
Puppet::Functions.create_function(:'shared::give') do
  dispatch :give do
    param 'String', :kind
    optional_param 'Any', :value
    optional_block_param 'Callable', :block
  end

  def give(kind, value = nil, &block)
    case kind
    when 'twice' then [value, value]
    when 'copies' then [value.dup, value.dup]
    when 'keys' then { [1] => value, 'x' => { [1] => value } }
    when 'yaml' then YAML.load("a: &x [1, 2]\nb: *x\nc: [1, 2]\n", aliases: true)
    when 'regexp' then r = /x/; [r, r, /x/]
    when 'block' then a = [1]; yield(a, a, [1])
    when 'called' then call_function('shared::places', value, value)
    when 'deep' then (1..40).reduce(value) { |v, _| [v, v] }.flatten(3).size
    end
  end
end
