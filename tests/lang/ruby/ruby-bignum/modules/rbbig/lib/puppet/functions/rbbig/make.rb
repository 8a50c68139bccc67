# Whole numbers beyond 64 bits.
Puppet::Functions.create_function(:'rbbig::make') do
  def make(what)
    case what
    when 'max' then 2**63 - 1
    when 'min' then -(2**63)
    when 'edge' then 2**63
    when 'low' then -(2**63) - 1
    when 'array' then [1, 2**70]
    when 'key' then { 2**70 => 1 }
    end
  end
end
