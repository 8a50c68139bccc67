$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% [1, 2, 3].each_slice(2) { |s| %><%= s.inspect %><% } %> <% [1, 2, 3].each_cons(2) { |s| %><%= s.inspect %><% } %> <% @a.each_index { |i| %><%= i %><% } %>
  | T
