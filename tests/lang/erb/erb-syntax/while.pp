notice(inline_template(@(T)))
  <% i = 0
  while i < 3 do -%>
  <%= i %>,
  <% i += 1
  end -%>
  <% until i == 0 %><%= i -= 1 %><% end %>
  | T
