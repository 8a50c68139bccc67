notice(inline_template(@(T)))
  <%= [1, 2, 3, 4].take(2).inspect %><%= [1, 2, 3].drop(1).inspect %><%= [1, 2, 3].take_while { |x| x < 3 }.inspect %><%= [1, 2, 3].drop_while { |x| x < 2 }.inspect %><%= [1, 2, 3].rotate.inspect %><%= %w[a b ab].grep(/b/).inspect %><%= [1, 2, 3].count { |x| x > 1 } %><%= [3, 4].filter_map { |x| x * 2 if x > 3 }.inspect %>
  | T
