notice(inline_template(@(T)))
  <% x = 1; y = 2; -%>
  <%= x; y %>
  | T
