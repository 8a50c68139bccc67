$m = [1, 'x', undef, true, [2, 3], { 'k' => 'v' }]
notice(inline_template(@(T)))
  <% @m.each do |v| -%>
  <%= case v
  when nil then "nil"
  when true, false then "bool"
  when Integer then "int"
  when String then "str"
  when Array then "arr"
  else "other"
  end %>
  <% end -%>
  | T
