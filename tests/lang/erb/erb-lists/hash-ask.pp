$a = ['b', 'a', 'c', 'a']
$h = { 'b' => 1, 'a' => [1, 2], 'c' => undef }
notice(inline_template(@(T)))
  <%= @h["a"].inspect %><%= @h["zz"].inspect %><%= @h.key?("c") %><%= @h.has_key?("d") %><%= @h.include?("b") %><%= @h.keys.inspect %><%= @h.values.inspect %><%= @h.length %><%= @h.fetch("q", "dflt") %><%= @h.dig("a", 1) %><%= @h.value?(1) %><%= @h.key(1) %><%= {}.empty? %><%= @h.values_at("b", "x").inspect %>
  | T
