$h = { 'b' => 1, 'a' => [1, 2], 'c' => undef }
notice(inline_template(@(T)))
  <% @h.each do |k, v| %><%= k %>=<%= v.inspect %> <% end %><% @h.each_pair { |p| %><%= p.inspect %><% } %><% @h.sort.each { |k, v| %><%= k %><% } %><% @h.each_with_index { |(k, v), i| %><%= i %><%= k %><% } %>
  | T
