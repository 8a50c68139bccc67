$h = { 'b' => 1, 'a' => [1, 2], 'c' => undef }
notice(inline_template(@(T)))
  <% @h.each do |k, v| -%>
  <%   if v.is_a?(Array) -%>
  <%     v.each_with_index do |x, i| -%>
  <%= k %>[<%= i %>]=<%= x %>
  <%     end -%>
  <%   else -%>
  <%= k %>=<%= v %>
  <%   end -%>
  <% end -%>
  | T
