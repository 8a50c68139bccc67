notice(inline_template(@(T)))
  <% a, b = 1, 2; b, a = a, b %><%= a %><%= b %> <% c, d = [3] %><%= c.inspect %><%= d.inspect %>
  | T
