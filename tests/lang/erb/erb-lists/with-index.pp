$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <%= @a.map.with_index { |x, i| "#{i}#{x}" }.join(" ") %> <%= @a.each_with_index.map { |x, i| "#{x}#{i}" }.join(" ") %> <%= @a.map.with_index(1) { |x, i| i }.inspect %> <% @a.each.with_index(1) { |x, i| %><%= i %><% } %>
  | T
