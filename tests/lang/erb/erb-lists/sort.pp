$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a.sort.inspect %> <%= @a.sort.reverse.inspect %> <%= @a.sort { |x, y| y <=> x }.inspect %> <%= @a.sort_by { |x| -x.ord }.inspect %> <%= [3, 1.5, 2].sort.inspect %> <%= [[2, "a"], [1, "b"]].sort.inspect %> <%= @a.min %><%= @a.max %> <%= @a.min_by { |x| x }.inspect %> <%= %w[bb a ccc].max_by(&:length) %>
  | T
