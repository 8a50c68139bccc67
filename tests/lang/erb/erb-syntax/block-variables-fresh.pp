notice(inline_template(@(T)))
  <% 2.times do |i| %><%= v.inspect if i > 5; v ||= i; v %><% end %>
  | T
