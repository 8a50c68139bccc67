$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% @a.each do |x|
  next if x == "a"
  break if x == "c" -%>
  <%= x %>
  <% end -%>
  <%= [1, 2, 3].map { |i| next 9 if i == 2; i }.inspect %> <%= [1, 2, 3].each { |i| break i * 10 if i == 2 } %>
  | T
