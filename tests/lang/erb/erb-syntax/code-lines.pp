notice(inline_template(@(T)))
  <%
  x = 1
  y = x +
    2
  -%>
  <%= y %>
  | T
