notice(inline_template(@(T)))
  <%= (1..4).map { |i| i * i }.join(",") %> <%= (1...4).to_a.inspect %> <%= [0, 1, 2, 3][1..-1].inspect %> <%= "hello"[1..3] %> <%= (1..3).include?(2) %>
  | T
