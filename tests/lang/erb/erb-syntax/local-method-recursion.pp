notice(inline_template(@(T)))
  <% def fact(n)
  n <= 1 ? 1 : n * fact(n - 1)
  end %><%= fact(10) %>
  | T
