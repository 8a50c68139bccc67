$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a.map { |x| x * 2 }.inspect %> <%= @a.select { |x| x > "a" }.inspect %> <%= @a.reject { |x| x == "a" }.inspect %> <%= @a.collect(&:upcase).inspect %> <%= @a.find { |x| x > "b" } %> <%= @a.detect { |x| x > "z" }.inspect %> <%= @a.partition { |x| x == "a" }.inspect %>
  | T
