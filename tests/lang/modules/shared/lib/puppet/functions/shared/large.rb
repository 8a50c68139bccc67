# Hashes with more keys than are searched in order, of texts only and with others among them.
Puppet::Functions.create_function(:'shared::large') do
  dispatch :large do
    param 'String', :kind
    optional_param 'Hash', :before
  end

  def large(kind, before = {})
    case kind
    when 'plain' then (1..20).to_h { |i| ["k#{i}", { 'n' => i }] }
    when 'mixed' then (1..20).to_h { |i| [i.odd? ? i : "k#{i}", i] }
    when 'more' then before.merge('k3' => 'three', 'k21' => 'new')
    end
  end
end
