notice(inline_template(@(T)))
  <% def f(a, b)
  return a if a
  b
  end -%>
  <%= f(1, 2) %> <%= f(nil, 2) %>
  | T
