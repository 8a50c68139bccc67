$h = { 'b' => 1, 'a' => [1, 2], 'c' => undef }
notice(inline_template(@(T)))
  <%= @h.any? { |k, v| v.nil? } %><%= @h.all? { |k, v| k } %><%= @h.count %><%= @h.min_by { |k, v| k }.inspect %><%= @h.partition { |k, v| v }.inspect %><%= @h.inject(0) { |s, (k, v)| s + k.length } %><%= @h.group_by { |k, v| v.class }.keys.inspect %><%= @h.first.inspect %><%= @h.each_with_object({}) { |(k, v), acc| acc[k.upcase] = v }.inspect %><%= @h.sort { |a, b| b[0] <=> a[0] }.first.inspect %>
  | T
