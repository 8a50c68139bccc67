$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a.any? %><%= [nil].any? %><%= [].all? %><%= @a.all? { |x| x.is_a?(String) } %><%= [].none? %><%= @a.any? { |x| x == "c" } %><%= [1, 2].one? { |x| x == 1 } %><%= @a.include?("b") %><%= [].empty? %><%= @a.any?(/c/) %>
  | T
