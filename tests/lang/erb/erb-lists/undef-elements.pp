$m = [1, 'x', undef, true, [2, 3], { 'k' => 'v' }]
notice(inline_template(@(T)))
  <% @m.each do |v| -%>
  <%= v.nil? ? "nil" : v.class %>
  <% end -%>
  | T
