$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= %w[apple bob cat].group_by { |x| x.length }.inspect %> <%= %w[a b a].tally.inspect %> <%= [["a", 1], ["b", 2]].to_h.inspect %> <%= @a.each_with_object([]) { |x, acc| acc << x + "!" }.inspect %> <%= [[1, 2], [3]].flat_map { |x| x }.inspect %>
  | T
