$h = { 'b' => 1, 'a' => [1, 2], 'c' => undef }
notice(inline_template(@(T)))
  <%= @h.map { |k, v| "#{k}:#{v}" }.join(",") %> <%= @h.select { |k, v| v }.inspect %> <%= @h.reject { |k, v| v == 1 }.inspect %> <%= @h.merge({"z" => 0}).keys.inspect %> <%= @h.sort_by { |k, v| k }.inspect %> <%= @h.to_a.inspect %> <%= @h.invert.keys.inspect %> <%= @h.compact.inspect %> <%= @h.transform_values { |v| v.to_s }.inspect %> <%= @h.find { |k, v| v == 1 }.inspect %>
  | T
