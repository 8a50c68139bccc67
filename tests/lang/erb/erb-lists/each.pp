$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% @a.each do |x| -%>
  <%= x %>
  <% end -%>
  <% @a.each_with_index { |x, i| %><%= i %><%= x %> <% } %><% @a.reverse_each { |x| %><%= x %><% } %>
  | T
