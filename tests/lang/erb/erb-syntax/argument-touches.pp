$a = ['b', 'a', 'c', 'a']
notice(inline_template(@(T)))
  <% x = "a" -%>
  <%= ["a", "b"].include?x.downcase %>
  | T
